import { type EntityManager } from 'typeorm';
import { OptimisticLockError } from '../../database/database-errors.js';
import { isSqlite } from '../../database/data-source.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { placeholders, query, run, selectNamed } from '../../database/sql/statements.js';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { serializeTransaction } from '../../database/write-counter.entity.js';
import { tableOf } from '../../database/sql/table.js';
import { type FieldErrors } from '../../lib/errors/field-error.js';
import { type Language, LANGUAGES } from '../../lib/i18n/language.js';
import { logChanges } from '../records/change-log/change-log.js';
import { updateRecord } from '../records/writing/versioned-records.js';
import {
  candidateTerms,
  matchReferences,
  type NamedText,
  type ResolvedReferences,
} from '../records/writing/resolve-references.js';
import { nameScope } from '../records/taxonomy/term.js';
import { isNameConflict } from '../records/taxonomy/write-term.js';
import { type TermRemoval } from '../resource/definition.js';
import { type CountGroup } from '../resource/event-relation.js';
import { type IdOrText } from '../../http/validation/parsers.js';
import { CategoryTranslation, Category } from './category.entity.js';

/** SQL for the ids of categories that meet a condition on `term`, and of their ancestors. */
export function withAncestors(condition: string): string {
  return (
    `WITH RECURSIVE used (id, parentId) AS (SELECT term.id, term.parentId FROM categories term WHERE ${condition}` +
    ' UNION SELECT above.id, above.parentId FROM categories above JOIN used ON above.id = used.parentId)' +
    ' SELECT used.id FROM used'
  );
}

/** The ids of each category and its descendants, for counts by category. */
export async function categoryTrees(manager: EntityManager): Promise<CountGroup[]> {
  const columns = ['category.id AS id', 'category.parentId AS parentId'];
  const all = await SelectBuilder.of(manager, Category, 'category').read<Pick<Category, 'id' | 'parentId'>>({
    columns,
  });
  const parents = new Map(all.map(({ id, parentId }) => [id, parentId]));
  const descendants = new Map(all.map(({ id }): [number, number[]] => [id, []]));
  for (const { id } of all)
    for (let above: number | null | undefined = id; above; above = parents.get(above)) descendants.get(above)?.push(id);
  return [...descendants].map(([value, ids]) => ({ value, ids }));
}

/** Resolves references to categories and their descendants, in one statement. */
export async function resolveCategoryTrees(
  manager: EntityManager,
  refs: readonly IdOrText[],
  language: Language,
): Promise<ResolvedReferences> {
  const start = candidateTerms(manager, CategoryTranslation, refs);
  const sql =
    `WITH RECURSIVE below (id, root) AS (SELECT start.recordId, start.recordId FROM (${start.sql}) start` +
    ' UNION SELECT child.id, below.root FROM categories child JOIN below ON child.parentId = below.id)' +
    ' SELECT below.id AS id, below.root AS root, text.recordId AS recordId, text.language AS language,' +
    ` text.slug AS slug, text.name AS name FROM below` +
    ' LEFT JOIN category_translations text ON text.recordId = below.id AND below.id = below.root';
  const rows = await selectNamed<SubtreeRow>(manager, { sql, parameters: start.parameters });
  const named = rows.filter((row) => row.recordId !== null);
  const resolved = matchReferences(refs, named, language);
  const roots = new Set(resolved.ids);
  const ids = [...new Set(rows.filter(({ root }) => roots.has(root)).map(({ id }) => id))];
  return { ...resolved, ids };
}

/** A category of a referenced subtree. `root` is the referenced category, whose texts are only in its own row. */
type SubtreeRow = { id: number; root: number } & (NamedText | { recordId: null });

/**
 * The parent of a category after a write. Adds an error if it is unknown or would make a cycle.
 * @param requestedParent undefined keeps the current parent
 * @throws {OptimisticLockError} if its ancestors have changed meanwhile
 */
export async function resolveParent(
  manager: EntityManager,
  current: Category | undefined,
  requestedParent: number | null | undefined,
  errors: FieldErrors,
): Promise<number | null> {
  const before = current?.parentId ?? null;
  const parentId = requestedParent === undefined ? before : requestedParent || null;
  if (parentId === null || parentId === before) return parentId;
  const lineage = await SelectBuilder.of(manager, Category, 'category')
    .andWhere(`category.id IN (${withAncestors('term.id = :parentId')})`, { parentId })
    .read<CategoryRevision>({ columns: ['category.id AS id', 'category.revision AS revision'] });
  if (lineage.length === 0) errors.add('parent', (messages) => messages.unknownId([parentId]));
  else if (lineage.some(({ id }) => id === current?.id)) errors.add('parent', (messages) => messages.cycle);
  // Locks the ancestors, since two concurrent moves could make a cycle.
  else if (current) await lockRows(manager, lineage);
  return parentId;
}

/**
 * Locks categories until the transaction ends (SELECT … FOR UPDATE), without a new revision: a concurrent update of the
 * parent must not fail because a child was moved below it.
 * @throws {OptimisticLockError} if one of them has changed since it was read
 */
async function lockRows(manager: EntityManager, categories: readonly CategoryRevision[]): Promise<void> {
  // On SQLite there is one writer, and a transaction fails if its reads are stale.
  if (isSqlite(manager.dataSource)) return;
  const ids = categories.map(({ id }) => id);
  const sql = `SELECT id, revision FROM categories WHERE id IN (${placeholders(ids.length)}) ORDER BY id FOR UPDATE`;
  const locked = new Map((await query<CategoryRevision>(manager, sql, ids)).map(({ id, revision }) => [id, revision]));
  if (categories.some(({ id, revision }) => locked.get(id) !== revision)) throw new OptimisticLockError();
  serializeTransaction(manager);
}

type CategoryRevision = Pick<Category, 'id' | 'revision'>;

/** Whether a category is below another one. */
export async function isBelow(manager: EntityManager, id: number, above: number): Promise<boolean> {
  const lineage = await SelectBuilder.of(manager, Category, 'category')
    .andWhere(`category.id IN (${withAncestors('term.id = :id')})`, { id })
    .read<Pick<Category, 'id'>>({ columns: ['category.id AS id'] });
  return lineage.some((one) => one.id === above);
}

export async function childIds(manager: EntityManager, id: number): Promise<number[]> {
  const children = await tableOf(manager, Category).select(manager, { parentId: id }, { columns: ['id'] });
  return children.map((child) => child.id);
}

/**
 * Deletes a category and moves its children to its parent, or to another category.
 * @throws {OptimisticLockError} if the children have changed since they were read
 */
export async function deleteCategory(
  manager: EntityManager,
  category: Category,
  { children, heir, writerId }: TermRemoval<Category>,
): Promise<void> {
  const { id } = category;
  // The new revision locks the row, so that no other transaction moves a category below it.
  await updateRecord(manager, Category, category, {});
  const parentId = heir ?? category.parentId;
  await moveChildren(manager, children, { from: id, to: parentId, writerId });
  // The category is deleted before names are checked, since a child may have its name.
  await manager.delete(Category, { id });
  const texts = children.flatMap(({ translations }) => translations);
  await updateNameScopes(manager, texts, parentId, heir !== undefined);
}

/** Moves the children of a category; throws `OptimisticLockError` if they have changed since they were read. */
async function moveChildren(
  manager: EntityManager,
  children: readonly Category[],
  { from, to, writerId }: { readonly from: number; readonly to: number | null; readonly writerId: number },
): Promise<void> {
  if (children.length > 0) await lockRows(manager, children);
  const sql =
    'UPDATE categories SET parentId = ?, modifiedAt = ?, modifiedById = ?, revision = revision + 1 WHERE parentId = ?';
  const { affected } = await run(manager, sql, [to, truncateToSeconds(new Date()), writerId, from]);
  if (affected !== children.length) throw new OptimisticLockError();
  logChanges(
    manager,
    Category,
    children.map((child) => child.id),
  );
}

/**
 * Updates the name scopes of categories that get another parent. A name that is taken there gets no scope, so that the
 * unique index permits the duplicate and the deletion does not fail. A merge is tried again, and refused then.
 */
async function updateNameScopes(
  manager: EntityManager,
  texts: readonly CategoryTranslation[],
  parentId: number | null,
  isMerge: boolean,
): Promise<void> {
  for (const language of LANGUAGES) {
    const rows = texts
      .filter((text) => text.language === language)
      .map(({ recordId, name }) => ({ recordId, nameScope: nameScope(parentId, name) }));
    const scopes = { language, nameScope: rows.map((row) => row.nameScope) };
    const occupied = await tableOf(manager, CategoryTranslation).select(manager, scopes, { columns: ['nameScope'] });
    if (isMerge && occupied.length > 0) throw new OptimisticLockError();
    const taken = new Set(occupied.map((text) => text.nameScope));
    const updates = rows.map(({ recordId, nameScope: scope }) => {
      const isFree = !taken.has(scope);
      taken.add(scope);
      return { recordId, nameScope: isFree ? scope : null };
    });
    try {
      await tableOf(manager, CategoryTranslation).updateEach(manager, { language }, 'recordId', updates);
    } catch (error) {
      // A concurrent transaction has taken the name; the retry will see it.
      throw isNameConflict(manager, CategoryTranslation, error) ? new OptimisticLockError() : error;
    }
  }
}

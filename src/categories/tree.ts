import { type EntityManager, In } from 'typeorm';
import { Overtaken } from '../database/database-errors.js';
import { isSqlite } from '../database/data-source.js';
import { seconds } from '../datetime/moment.js';
import { placeholders, query, run, selectNamed } from '../database/sql/statements.js';
import { Rows } from '../database/sql/rows.js';
import { oneAtATime } from '../database/write-counter.entity.js';
import { tableOf } from '../database/sql/table.js';
import { type FieldErrors } from '../errors/field-error.js';
import { type Language, LANGUAGES } from '../i18n/language.js';
import { logChanges } from '../content/change-log.js';
import { storeRevision } from '../content/store.js';
import { meaning, type NamedTerm, namedTerms, type ResolvedTerms } from '../content/taxonomy/resolve-terms.js';
import { nameScope } from '../content/taxonomy/term-translation.js';
import { isTakenName } from '../content/taxonomy/write-term.js';
import { type CountGroup } from '../resource/event-link.js';
import { type RecordRef } from '../validation/lists.js';
import { CategoryTranslation } from './category-translation.entity.js';
import { Category } from './category.entity.js';

/** SQL for the ids of categories that meet a condition on `term`, and of their ancestors. */
export function withAncestors(condition: string): string {
  return (
    `WITH RECURSIVE used (id, parentId) AS (SELECT term.id, term.parentId FROM categories term WHERE ${condition}` +
    ' UNION SELECT above.id, above.parentId FROM categories above JOIN used ON above.id = used.parentId)' +
    ' SELECT used.id FROM used'
  );
}

/** Each category with its descendants. */
export async function trees(manager: EntityManager): Promise<CountGroup[]> {
  const columns = ['category.id AS id', 'category.parentId AS parentId'];
  const all = await Rows.of(manager, Category, 'category').read<Pick<Category, 'id' | 'parentId'>>({ columns });
  const parents = new Map(all.map(({ id, parentId }) => [id, parentId]));
  const below = new Map(all.map(({ id }): [number, number[]] => [id, []]));
  for (const { id } of all)
    for (let above: number | null | undefined = id; above; above = parents.get(above)) below.get(above)?.push(id);
  return [...below].map(([value, ids]) => ({ value, ids }));
}

/** Resolves references to categories and their descendants, in one statement. */
export async function resolveCategoryTrees(
  manager: EntityManager,
  refs: readonly RecordRef[],
  language: Language,
): Promise<ResolvedTerms> {
  const start = namedTerms(manager, CategoryTranslation, refs).sql({ columns: ['text.recordId AS id'] });
  const sql =
    `WITH RECURSIVE below (id, root) AS (SELECT start.id, start.id FROM (${start.sql}) start` +
    ' UNION SELECT child.id, below.root FROM categories child JOIN below ON child.parentId = below.id)' +
    ' SELECT below.id AS id, below.root AS root, text.recordId AS recordId, text.language AS language,' +
    ` text.slug AS slug, text.name AS name FROM below` +
    ' LEFT JOIN category_translations text ON text.recordId = below.id AND below.id = below.root';
  const rows = await selectNamed<Below>(manager, { sql, parameters: start.parameters });
  const named = rows.filter((row) => row.recordId !== null);
  const resolved = meaning(refs, named, language);
  const roots = new Set(resolved.ids);
  const ids = [...new Set(rows.filter(({ root }) => roots.has(root)).map(({ id }) => id))];
  return { ...resolved, ids };
}

/** A category and the referenced one, which is itself or an ancestor, with the texts of the latter. */
type Below = { id: number; root: number } & (NamedTerm | { recordId: null });

/**
 * The parent of a category after a write. Adds an error if it is unknown or would make a cycle.
 * @param wanted undefined keeps the current parent
 * @throws {Overtaken} if its ancestors have changed meanwhile
 */
export async function settledParent(
  manager: EntityManager,
  current: Category | undefined,
  wanted: number | null | undefined,
  errors: FieldErrors,
): Promise<number | null> {
  const before = current?.parentId ?? null;
  const parentId = wanted === undefined ? before : wanted || null;
  if (parentId === null || parentId === before) return parentId;
  const lineage = await lineageOf(manager, parentId);
  if (lineage.length === 0) errors.add('parent', (messages) => messages.unknownId([parentId]));
  else if (lineage.some(({ id }) => id === current?.id)) errors.add('parent', (messages) => messages.cycle);
  // Locks the ancestors, since two concurrent moves could make a cycle.
  else if (current) await lockRows(manager, lineage);
  return parentId;
}

/**
 * Locks categories until the transaction ends. Their revisions stay, so that moving a category fails no update of its parent.
 * @throws {Overtaken} if one of them has changed since it was read
 */
async function lockRows(manager: EntityManager, categories: readonly Revised[]): Promise<void> {
  // On SQLite there is one writer, and a transaction fails if its reads are stale.
  if (isSqlite(manager.dataSource)) return;
  const ids = [...categories.map(({ id }) => id)];
  const sql = `SELECT id, revision FROM categories WHERE id IN (${placeholders(ids.length)}) ORDER BY id FOR UPDATE`;
  const held = new Map((await query<Revised>(manager, sql, ids)).map(({ id, revision }) => [id, revision]));
  if (categories.some(({ id, revision }) => held.get(id) !== revision)) throw new Overtaken();
  oneAtATime(manager);
}

type Revised = Pick<Category, 'id' | 'revision'>;

/** A category and its ancestors. */
function lineageOf(manager: EntityManager, id: number): Promise<Revised[]> {
  return Rows.of(manager, Category, 'category')
    .andWhere(`category.id IN (${withAncestors('term.id = :id')})`, { id })
    .read<Revised>({ columns: ['category.id AS id', 'category.revision AS revision'] });
}

/** Deletes a category and moves its children to its parent. */
export async function deleteCategory(manager: EntityManager, category: Category): Promise<void> {
  const { id, parentId } = category;
  // The lock keeps others from moving categories below it.
  await storeRevision(manager, Category, category, {});
  const children = await manager.find(Category, { where: { parentId: id }, relations: { translations: true } });
  if (children.length > 0) await moveUp(manager, children, category);
  // The category is deleted before names are checked, since a child may have its name.
  await manager.delete(Category, { id });
  if (children.length === 0) return;
  const texts = children.flatMap(({ translations }) => translations);
  await rescope(manager, texts, parentId);
}

/**
 * Moves the children of a category to its parent.
 * @throws {Overtaken} if they have changed since they were read
 */
async function moveUp(
  manager: EntityManager,
  children: readonly Category[],
  { id, parentId }: Category,
): Promise<void> {
  await lockRows(manager, children);
  const sql = 'UPDATE categories SET parentId = ?, modifiedAt = ?, revision = revision + 1 WHERE parentId = ?';
  const { affected } = await run(manager, sql, [parentId, seconds(new Date()), id]);
  if (affected !== children.length) throw new Overtaken();
  logChanges(
    manager,
    Category,
    children.map((child) => child.id),
  );
}

/** Allows duplicate names at the new place, so that a deletion does not fail. */
async function rescope(
  manager: EntityManager,
  texts: readonly CategoryTranslation[],
  parentId: number | null,
): Promise<void> {
  const moved = LANGUAGES.map((language) => ({
    language,
    rows: texts
      .filter((text) => text.language === language)
      .map(({ recordId, name }) => ({ recordId, nameScope: nameScope(parentId, name) })),
  }));
  const there = await manager.find(CategoryTranslation, {
    select: { recordId: true, language: true, nameScope: true },
    where: moved.map(({ language, rows }) => ({ language, nameScope: In(rows.map((row) => row.nameScope)) })),
  });
  for (const { language, rows } of moved) {
    const taken = new Set(there.filter((text) => text.language === language).map((text) => text.nameScope));
    const named = rows.map(({ recordId, nameScope: scope }) => {
      const isFree = !taken.has(scope);
      taken.add(scope);
      return { recordId, nameScope: isFree ? scope : null };
    });
    try {
      await tableOf(manager, CategoryTranslation).updateEach(manager, { language }, 'recordId', named);
    } catch (error) {
      // Another transaction has taken the name. This one is retried and finds that.
      throw isTakenName(manager, CategoryTranslation, error) ? new Overtaken() : error;
    }
  }
}

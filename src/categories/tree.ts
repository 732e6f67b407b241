import { type EntityManager, In } from 'typeorm';
import { Overtaken } from '../database/database-errors.js';
import { isSqlite } from '../database/data-source.js';
import { seconds } from '../datetime/moment.js';
import { marks } from '../database/sql/lists.js';
import { Rows } from '../database/sql/rows.js';
import { query } from '../database/sql/statements.js';
import { oneAtATime } from '../database/write-counter.entity.js';
import { tableOf } from '../database/sql/table.js';
import { type Faults } from '../errors/fault.js';
import { type Language, LANGUAGES } from '../i18n/language.js';
import { ask } from '../database/sql/condition.js';
import { logChanges } from '../content/change-log.js';
import { storeRevision } from '../content/store.js';
import { meaning, type NamedTerm, namedTerms, type ResolvedTerms } from '../content/taxonomy/resolve-terms.js';
import { nameScope } from '../content/taxonomy/term-translation.js';
import { isTakenName } from '../content/taxonomy/write-term.js';
import { type CountGroup } from '../resource/event-link.js';
import { type RecordRef } from '../validation/lists.js';
import { CategoryTranslation } from './category-translation.entity.js';
import { Category } from './category.entity.js';

/** SQL of the ids of the categories for which a condition on `term` holds, and of all above them. */
export function withAncestors(condition: string): string {
  return (
    `WITH RECURSIVE used (id, parentId) AS (SELECT term.id, term.parentId FROM categories term WHERE ${condition}` +
    ' UNION SELECT above.id, above.parentId FROM categories above JOIN used ON above.id = used.parentId)' +
    ' SELECT used.id FROM used'
  );
}

/** Every category with all below it. */
export async function trees(manager: EntityManager): Promise<CountGroup[]> {
  const columns = ['category.id AS id', 'category.parentId AS parentId'];
  const all = await Rows.of(manager, Category, 'category').read<Pick<Category, 'id' | 'parentId'>>({ columns });
  const parents = new Map(all.map(({ id, parentId }) => [id, parentId]));
  const below = new Map(all.map(({ id }): [number, number[]] => [id, []]));
  for (const { id } of all)
    for (let above: number | null | undefined = id; above; above = parents.get(above)) below.get(above)?.push(id);
  return [...below].map(([value, ids]) => ({ value, ids }));
}

/** What references to categories mean, with everything below them, in one statement. */
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
  const rows = await ask<Below>(manager, { sql, parameters: start.parameters });
  const named = rows.filter((row) => row.recordId !== null);
  const resolved = meaning(refs, named, language);
  const roots = new Set(resolved.ids);
  const ids = [...new Set(rows.filter(({ root }) => roots.has(root)).map(({ id }) => id))];
  return { ...resolved, ids };
}

/** A category with the one that was named, which it is or lies below; of the named one also its texts. */
type Below = { id: number; root: number } & (NamedTerm | { recordId: null });

/**
 * The parent of a category after a write; files a fault where it is unknown, or would close a circle.
 * @param wanted undefined keeps what it was
 * @throws {Overtaken} where the categories above it were written meanwhile
 */
export async function settledParent(
  manager: EntityManager,
  current: Category | undefined,
  wanted: number | null | undefined,
  faults: Faults,
): Promise<number | null> {
  const before = current?.parentId ?? null;
  const parentId = wanted === undefined ? before : wanted || null;
  if (parentId === null || parentId === before) return parentId;
  const lineage = await lineageOf(manager, parentId);
  if (lineage.length === 0) faults.add('parent', (messages) => messages.unknownId([parentId]));
  else if (lineage.some(({ id }) => id === current?.id)) faults.add('parent', (messages) => messages.cycle);
  // None of them can be moved meanwhile: two moves at once might close a circle.
  else if (current) await hold(manager, lineage);
  return parentId;
}

/**
 * Keeps categories as they are until the transaction ends. Nothing is written to them: whoever is editing one is not refused
 * since another one was moved below it.
 * @throws {Overtaken} where one of them was written by somebody else since it was read
 */
async function hold(manager: EntityManager, categories: readonly Revised[]): Promise<void> {
  // SQLite has one writer, who finds out by itself that what it read is old.
  if (isSqlite(manager.dataSource)) return;
  const ids = [...categories.map(({ id }) => id)];
  const sql = `SELECT id, revision FROM categories WHERE id IN (${marks(ids.length)}) ORDER BY id FOR UPDATE`;
  const held = new Map((await query<Revised>(manager, sql, ids)).map(({ id, revision }) => [id, revision]));
  if (categories.some(({ id, revision }) => held.get(id) !== revision)) throw new Overtaken();
  oneAtATime(manager);
}

type Revised = Pick<Category, 'id' | 'revision'>;

/** A category and all above it. */
async function lineageOf(manager: EntityManager, id: number): Promise<Revised[]> {
  return manager
    .createQueryBuilder(Category, 'category')
    .select('category.id', 'id')
    .addSelect('category.revision', 'revision')
    .where(`category.id IN (${withAncestors('term.id = :id')})`, { id })
    .getRawMany<Revised>();
}

/**
 * Writes to all of them, in one statement.
 * @throws {Overtaken} where somebody else did since they were read
 */
async function storeRevisions(
  manager: EntityManager,
  categories: readonly Revised[],
  columns: Partial<Pick<Category, 'parentId' | 'modifiedAt'>>,
): Promise<void> {
  const byRevision = new Map<number, number[]>();
  for (const { id, revision } of categories) byRevision.set(revision, [...(byRevision.get(revision) ?? []), id]);
  const { affected } = await manager
    .createQueryBuilder()
    .update(Category)
    .set({ ...columns, revision: () => 'revision + 1' })
    // Few conditions for thousands of categories: SQLite refuses more than a thousand.
    .where([...byRevision].map(([revision, ids]) => ({ revision, id: In(ids) })))
    .execute();
  if (affected !== categories.length) throw new Overtaken();
  logChanges(
    manager,
    Category,
    categories.map(({ id }) => id),
  );
}

/** Deletes a category; those below it move to its parent. As many statements however many these are. */
export async function deleteCategory(manager: EntityManager, category: Category): Promise<void> {
  const { id, parentId } = category;
  // From here on nothing can be moved below it.
  await storeRevision(manager, Category, category, {});
  const children = await manager.find(Category, { where: { parentId: id }, relations: { translations: true } });
  if (children.length > 0) await storeRevisions(manager, children, { parentId, modifiedAt: seconds(new Date()) });
  // Before the names, since a child may have its own.
  await manager.delete(Category, { id });
  if (children.length === 0) return;
  const texts = children.flatMap(({ translations }) => translations);
  await rescope(manager, texts, parentId);
}

/** A name that is taken at the new place may stand there twice: a deletion does not fail over it. */
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
      // Taken since it was looked up: the transaction runs again and finds that.
      throw isTakenName(manager, CategoryTranslation, error) ? new Overtaken() : error;
    }
  }
}

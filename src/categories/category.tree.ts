import { type EntityManager, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { Overtaken } from '../database/database-errors.js';
import { type Faults } from '../common/errors/fault.js';
import { type Language } from '../common/language/language.js';
import { storeRevision } from '../common/records/store.js';
import { meaning, type NamedTerm, namedTerms, type ResolvedTerms } from '../common/terms/resolve-terms.js';
import { nameScope } from '../common/terms/term-translation.js';
import { isTakenName } from '../common/terms/write-term.js';
import { type TermRef } from '../common/values/lists.js';
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

/** What references to categories mean, with everything below them, in one statement. */
export async function resolveCategoryTrees(
  manager: EntityManager,
  refs: readonly TermRef[],
  language: Language,
): Promise<ResolvedTerms> {
  const start = namedTerms(manager, CategoryTranslation, refs).select('text.recordId', 'id');
  const rows = await descendants(manager, start)
    .leftJoin(CategoryTranslation, 'text', 'text.recordId = below.id AND below.id = below.root')
    .select('below.id', 'id')
    .addSelect('below.root', 'root')
    .addSelect('text.recordId', 'recordId')
    .addSelect('text.language', 'language')
    .addSelect('text.slug', 'slug')
    .addSelect('text.name', 'name')
    .getRawMany<{ id: number; root: number } & (NamedTerm | { recordId: null })>();
  const named = rows.filter((row) => row.recordId !== null);
  const resolved = meaning(refs, named, language);
  const roots = new Set(resolved.ids);
  return { ...resolved, ids: [...new Set(rows.filter(({ root }) => roots.has(root)).map(({ id }) => id))] };
}

/** @param start selects `id`; `below` then has each of these categories as its own `root`, and what lies below it */
function descendants(
  manager: EntityManager,
  start: SelectQueryBuilder<CategoryTranslation>,
): SelectQueryBuilder<ObjectLiteral> {
  const sql =
    `SELECT start.id, start.id FROM (${start.getQuery()}) start` +
    ' UNION SELECT child.id, below.root FROM categories child JOIN below ON child.parentId = below.id';
  return manager
    .createQueryBuilder()
    .addCommonTableExpression(sql, 'below', { recursive: true, columnNames: ['id', 'root'] })
    .from<ObjectLiteral>('below', 'below')
    .setParameters(start.getParameters());
}

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
  else if (current) await hold(manager, lineage);
  return parentId;
}

type Ancestor = Pick<Category, 'id' | 'revision'>;

/** A category and all above it. */
async function lineageOf(manager: EntityManager, id: number): Promise<Ancestor[]> {
  return manager
    .createQueryBuilder(Category, 'category')
    .select('category.id', 'id')
    .addSelect('category.revision', 'revision')
    .where(`category.id IN (${withAncestors('term.id = :id')})`, { id })
    .getRawMany<Ancestor>();
}

/** Writes to all of them, so that none can be moved until this transaction ends: two moves at once might close a circle. */
async function hold(manager: EntityManager, lineage: readonly Ancestor[]): Promise<void> {
  const { affected } = await manager
    .createQueryBuilder()
    .update(Category)
    .set({ revision: () => 'revision + 1' })
    .where(lineage.map(({ id, revision }) => ({ id, revision })))
    .execute();
  if (affected !== lineage.length) throw new Overtaken();
}

/** Deletes a category; those below it move to its parent. */
export async function deleteCategory(manager: EntityManager, category: Category): Promise<void> {
  // From here on nothing can be moved below it.
  await storeRevision(manager, Category, category, {});
  const children = await manager.find(Category, {
    where: { parentId: category.id },
    relations: { translations: true },
  });
  // First, since a child may have its name.
  await manager.delete(Category, { id: category.id });
  for (const child of children) {
    await storeRevision(manager, Category, child, { parentId: category.parentId });
    for (const text of child.translations) await rescope(manager, text, category.parentId);
  }
}

/** A name that is taken at the new place may stand there twice: a deletion does not fail over it. */
async function rescope(manager: EntityManager, text: CategoryTranslation, parentId: number | null): Promise<void> {
  const { recordId, language, name } = text;
  const store = (scope: string | null) =>
    manager.update(CategoryTranslation, { recordId, language }, { nameScope: scope });
  try {
    await store(nameScope(parentId, name));
  } catch (error) {
    if (!isTakenName(manager, CategoryTranslation, error)) throw error;
    await store(null);
  }
}

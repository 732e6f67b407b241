import { type EntityManager } from 'typeorm';
import { isSqlite } from '../database/data-source.js';
import { query, run } from '../database/sql/statements.js';
import { tableOf } from '../database/sql/table.js';
import { type EventLinks } from '../lists/event-links.js';
import { CategoryAncestor } from './category-ancestor.entity.js';
import { type Category } from './category.entity.js';
import { CATEGORY } from './category.names.js';

type Placed = Pick<Category, 'id' | 'parentId'>;

/** Stores below what a new category stands. */
export async function storeAncestors(manager: EntityManager, { id, parentId }: Placed): Promise<void> {
  const lock = isSqlite(manager.dataSource) ? '' : ' LOCK IN SHARE MODE';
  const above = `SELECT ${id}, ancestorId FROM category_ancestors WHERE recordId = ?${lock}`;
  if (parentId !== null)
    await run(manager, `INSERT INTO category_ancestors (recordId, ancestorId) ${above}`, [parentId]);
  await tableOf(manager, CategoryAncestor).insert(manager, [{ recordId: id, ancestorId: id }]);
}

/** Has a category that was moved, and all below it, count for those that it stands below now. */
export async function moveAncestors(
  manager: EntityManager,
  { id, parentId }: Placed,
  events: EventLinks,
): Promise<void> {
  const tree = await holdTree(manager);
  const moved = tree.filter(({ ancestorId }) => ancestorId === id).map(({ recordId }) => recordId);
  const [before, after] = [aboveIn(tree, id), parentId === null ? [] : [parentId, ...aboveIn(tree, parentId)]];
  const lost = before.filter((ancestor) => !after.includes(ancestor));
  const gained = after.filter((ancestor) => !before.includes(ancestor));
  await events.countAbove(manager, CATEGORY, { records: moved, ancestors: lost, sign: -1 });
  await events.countAbove(manager, CATEGORY, { records: moved, ancestors: gained, sign: 1 });
  const ancestors = tableOf(manager, CategoryAncestor);
  if (lost.length > 0) await ancestors.remove(manager, { recordId: moved, ancestorId: lost });
  const rows = moved.flatMap((recordId) => gained.map((ancestorId) => ({ recordId, ancestorId })));
  if (rows.length > 0) await ancestors.insert(manager, rows);
}

/** Has a category count for none any more; those below it stay below the others. */
export async function removeAncestors(manager: EntityManager, id: number, events: EventLinks): Promise<void> {
  const tree = await holdTree(manager);
  await events.countAbove(manager, CATEGORY, { records: [id], ancestors: aboveIn(tree, id), sign: -1 });
  const ancestors = tableOf(manager, CategoryAncestor);
  await ancestors.remove(manager, { recordId: id });
  await ancestors.remove(manager, { ancestorId: id });
}

/** All of them, which stay as they are until the transaction ends: no event is counted below a category meanwhile. */
async function holdTree(manager: EntityManager): Promise<CategoryAncestor[]> {
  const lock = isSqlite(manager.dataSource) ? '' : ' FOR UPDATE';
  return query<CategoryAncestor>(
    manager,
    `SELECT recordId, ancestorId FROM category_ancestors ORDER BY recordId, ancestorId${lock}`,
  );
}

function aboveIn(tree: readonly CategoryAncestor[], id: number): number[] {
  return tree
    .filter(({ recordId, ancestorId }) => recordId === id && ancestorId !== id)
    .map(({ ancestorId }) => ancestorId);
}

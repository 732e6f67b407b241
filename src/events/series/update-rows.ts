import { type EntityManager } from 'typeorm';
import { type Table, tableOf, type Where } from '../../database/sql/table.js';
import { pieces } from '../../database/sql/lists.js';

/** Rows with values of their own in one statement: each of them is compared with all before it. */
const AT_ONCE = 100;

/**
 * Changes many rows, each its own columns, in few statements: those that change the same columns to the same values in one.
 * @param shared columns that the rows have in common
 * @param key the column that tells them apart
 */
export async function updateRows<E extends object>(
  manager: EntityManager,
  entity: new () => E,
  shared: Where<E>,
  key: keyof E & string,
  rows: readonly Partial<E>[],
): Promise<void> {
  const table: Table<E> = tableOf(manager, entity);
  const byColumns = new Map<string, Partial<E>[]>();
  for (const row of rows) {
    const columns = Object.keys(row).sort().join();
    const alike = byColumns.get(columns);
    if (alike) alike.push(row);
    else byColumns.set(columns, [row]);
  }
  for (const alike of byColumns.values()) {
    const [first] = alike as [Partial<E>];
    const names = (Object.keys(first) as (keyof E)[]).filter((name) => name !== key);
    const areSame = alike.every((row) => names.every((name) => isSame(row[name], first[name])));
    if (areSame) {
      const columns: Partial<E> = { ...first, [key]: undefined };
      const where = { ...shared, [key]: alike.map((row) => row[key]) } as Where<E>;
      await table.update(manager, where, columns);
    } else {
      for (const some of pieces(alike, AT_ONCE)) await table.updateEach(manager, shared, key, some);
    }
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}

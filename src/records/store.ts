import { type EntityManager } from 'typeorm';
import { Overtaken } from '../database/database-errors.js';
import { tableOf } from '../database/sql/table.js';

/** A record that counts its writes. */
interface Revised {
  id: number;
  revision: number;
}

/** Those of the wanted values that are not stored yet. */
export function differences<E extends object>(current: E, wanted: Partial<E>): Partial<E> {
  const entries = Object.entries(wanted) as [keyof E, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => !isSame(current[name], value))) as Partial<E>;
}

function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}

/**
 * Writes columns of a record and counts its revision up, if nobody else did since it was read.
 * @throws {Overtaken} where somebody did: the transaction is run again
 */
export async function storeRevision<E extends Revised>(
  manager: EntityManager,
  entity: new () => E,
  record: E,
  columns: Partial<E>,
): Promise<void> {
  const revision = record.revision + 1;
  const where = { id: record.id, revision: record.revision };
  const affected = await tableOf<Revised>(manager, entity).update(manager, where, { ...columns, revision });
  if (affected !== 1) throw new Overtaken();
  Object.assign(record, columns, { revision });
}

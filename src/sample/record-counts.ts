import { type EntityManager } from 'typeorm';
import { kinds } from '../kinds.js';

/** By the plural of each resource. */
export type RecordCounts = Readonly<Record<string, number>>;

/** The number of records of each resource in a database. */
export async function recordCounts(manager: EntityManager): Promise<RecordCounts> {
  const counts: Record<string, number> = {};
  for (const { names, entity } of kinds) counts[names.many] = await manager.count(entity);
  return counts;
}

export function isEmpty(counts: RecordCounts): boolean {
  return Object.values(counts).every((count) => count === 0);
}

/** `57 events, 1 venue, …`; resources without records are left out. */
export function inWords(counts: RecordCounts): string {
  const some = kinds.flatMap(({ names: { one, many } }) => {
    const count = counts[many] ?? 0;
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
  });
  return some.length === 0 ? 'no records' : some.join(', ');
}

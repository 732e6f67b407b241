import { type CalendarRecord } from './api';

/** How deep a tree is followed, should it ever lead to itself. */
const MOST = 20;

/** The records above a record, from the top. */
function above(record: CalendarRecord, byId: ReadonlyMap<number, CalendarRecord>): CalendarRecord[] {
  const path: CalendarRecord[] = [];
  let parent = byId.get(Number(record.parent));
  while (parent && path.length < MOST) {
    path.unshift(parent);
    parent = byId.get(Number(parent.parent));
  }
  return path;
}

/**
 * Records with the names above each, in the order of a tree: children follow their parent.
 * @param all the records of the kind, among which parents are found
 */
export function inTree(
  all: readonly CalendarRecord[],
  nameOf: (record: CalendarRecord) => string = ({ name }) => String(name),
): (CalendarRecord & { above: string[] })[] {
  const byId = new Map(all.map((record) => [record.id, record]));
  const placed = all.map((record) => ({ ...record, above: above(record, byId).map(nameOf) }));
  const pathOf = (record: (typeof placed)[number]) => [...record.above, nameOf(record)];
  return placed.sort((one, two) => comparePaths(pathOf(one), pathOf(two)));
}

function comparePaths(one: readonly string[], two: readonly string[]): number {
  const index = one.findIndex((name, at) => name !== two[at]);
  if (index === -1) return one.length - two.length;
  const other = two[index];
  return other === undefined ? 1 : (one[index] ?? '').localeCompare(other);
}

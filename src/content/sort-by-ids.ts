/** Sorts records in the order of ids. Records that no longer exist are left out. */
export function sortByIds<R extends { id: number }>(records: readonly R[], ids: readonly number[]): R[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

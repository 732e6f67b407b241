/** How many values a list in one statement may have: SQLite takes 32,766 variables. */
export const MAX_LIST = 10_000;

/** How many values one statement may have in all. */
export const MAX_VALUES = 30_000;

/** `?, ?, ?` */
export function placeholders(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}

/** Pieces of a list, none longer than `length`. */
export function chunks<T>(list: readonly T[], length: number): (readonly T[])[] {
  if (list.length <= length) return [list];
  return Array.from({ length: Math.ceil(list.length / length) }, (_, piece) =>
    list.slice(piece * length, (piece + 1) * length),
  );
}

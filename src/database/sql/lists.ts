/** Maximum number of values in one list: SQLite supports 32,766 variables in a statement. */
export const MAX_LIST = 10_000;

/** Maximum number of values in one statement. */
export const MAX_VALUES = 30_000;

/** `?, ?, ?` */
export function placeholders(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}

/** Splits a list into pieces of at most `length`. */
export function chunks<T>(list: readonly T[], length: number): (readonly T[])[] {
  if (list.length <= length) return [list];
  return Array.from({ length: Math.ceil(list.length / length) }, (_, piece) =>
    list.slice(piece * length, (piece + 1) * length),
  );
}

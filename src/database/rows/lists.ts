/** Lengths of lists in statements: few, so that there are few different statements to keep prepared. */
const LENGTHS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] as const;

/** How many values a list in one statement may have: SQLite knows 32,766 variables, a server 65,535. */
export const LONGEST_LIST = LENGTHS.at(-1)!;

/** How many values one statement may have in all. */
export const MOST_VALUES = 30_000;

/** A list with its last value repeated up to one of few lengths; longer ones as they are. */
export function padded<T>(list: readonly T[]): T[] {
  const length = LENGTHS.find((candidate) => candidate >= list.length) ?? list.length;
  const filled = [...list];
  while (filled.length > 0 && filled.length < length) filled.push(list.at(-1)!);
  return filled;
}

/** `?, ?, ?` */
export function marks(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}

/** Pieces of a list, none longer than `length`. */
export function pieces<T>(list: readonly T[], length: number): (readonly T[])[] {
  if (list.length <= length) return [list];
  return Array.from({ length: Math.ceil(list.length / length) }, (_, piece) =>
    list.slice(piece * length, (piece + 1) * length),
  );
}

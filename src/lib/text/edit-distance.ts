/**
 * The number of letters that must be inserted, deleted, replaced, or swapped with their neighbours to turn one word
 * into another: the optimal string alignment distance.
 * @param one a text, or a list of characters: letters beyond 16 bits count as one only in a list
 * @param max maximum, above which the result is Infinity: words that do not resemble each other take little time
 */
export function editDistance(one: ArrayLike<string>, other: ArrayLike<string>, max: number): number {
  if (Math.abs(one.length - other.length) > max) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column++) {
      const replaced = last[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwap ? beforeLast[column - 2]! + 1 : Infinity;
      current[column] = Math.min(last[column]! + 1, current[column - 1]! + 1, replaced, swapped);
      least = Math.min(least, current[column]!);
    }
    if (least > max) return Infinity;
    [beforeLast, last] = [last, current];
  }
  return last[other.length]! > max ? Infinity : last[other.length]!;
}

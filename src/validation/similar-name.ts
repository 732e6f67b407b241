/**
 * The known name that a mistyped one resembles most, if any is similar enough.
 * @param name in lower case
 * @param maxEdits the number of edits that are tolerated for a known name
 */
export function similarName(
  name: string,
  known: readonly string[],
  maxEdits: (candidate: string) => number,
): string | undefined {
  let closest: { readonly name: string; readonly edits: number } | undefined;
  for (const candidate of known) {
    // Names of very different lengths need not be compared, which is slow for long ones.
    if (Math.abs(candidate.length - name.length) > maxEdits(candidate)) continue;
    const edits = editDistance(name, candidate);
    if (edits <= maxEdits(candidate) && edits < (closest?.edits ?? Infinity)) closest = { name: candidate, edits };
  }
  return closest?.name;
}

/**
 * The number of letters that must be inserted, deleted, replaced, or swapped with their neighbours to turn one word
 * into another: the optimal string alignment distance.
 */
export function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const edits = [last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1)];
      current[column] = Math.min(...edits, isSwap ? beforeLast[column - 2]! + 1 : Infinity);
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length]!;
}

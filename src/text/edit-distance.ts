/**
 * The number of letters that must be inserted, deleted, replaced, or swapped with their neighbours to turn one word
 * into another: the optimal string alignment distance.
 * @param maxEdits small maximum, above which the result is Infinity. The time grows with 4 to the power of it.
 */
export function editDistance(one: string, other: string, maxEdits: number): number {
  if (Math.abs(one.length - other.length) > maxEdits) return Infinity;
  let commonPrefix = 0;
  while (commonPrefix < one.length && one[commonPrefix] === other[commonPrefix]) commonPrefix++;
  const [left, right] = [one.slice(commonPrefix), other.slice(commonPrefix)];
  if (left === right) return 0;
  if (maxEdits === 0) return Infinity;
  const distanceAfter = (ofLeft: number, ofRight: number) =>
    editDistance(left.slice(ofLeft), right.slice(ofRight), maxEdits - 1);
  const isSwap = left.length > 1 && left[0] === right[1] && left[1] === right[0];
  return (
    1 + Math.min(distanceAfter(1, 0), distanceAfter(0, 1), distanceAfter(1, 1), isSwap ? distanceAfter(2, 2) : Infinity)
  );
}

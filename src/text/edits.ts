/**
 * The number of letters that must be inserted, deleted, replaced, or swapped with their neighbours to turn one word
 * into another: the optimal string alignment distance.
 * @param most small maximum, above which the result is Infinity. The time grows with 4 to the power of it.
 */
export function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return Infinity;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const [left, right] = [one.slice(same), other.slice(same)];
  if (left === right) return 0;
  if (most === 0) return Infinity;
  const after = (ofLeft: number, ofRight: number) => editsBetween(left.slice(ofLeft), right.slice(ofRight), most - 1);
  const isSwap = left.length > 1 && left[0] === right[1] && left[1] === right[0];
  return 1 + Math.min(after(1, 0), after(0, 1), after(1, 1), isSwap ? after(2, 2) : Infinity);
}

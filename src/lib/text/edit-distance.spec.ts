import fc from 'fast-check';
import { editDistance } from './edit-distance.js';

it.each([
  ['categories', 'categories', 0],
  ['categoreis', 'categories', 1],
  ['serach', 'search', 1],
  ['searh', 'search', 1],
  ['seaarch', 'search', 1],
  ['per_apge', 'per_page', 1],
  ['pre_apge', 'per_page', 2],
  ['', 'ab', 2],
  ['ca', 'abc', 3],
])('the edits from %s to %s: %d', (one, other, edits) => {
  expect(editDistance(one, other, 3)).toBe(edits);
  expect(editDistance(other, one, 3)).toBe(edits);
});

it('more edits than the maximum are not counted', () => {
  expect(editDistance('serach', 'search', 1)).toBe(1);
  expect(editDistance('serahc', 'search', 1)).toBe(Infinity);
  expect(editDistance('se', 'search', 3)).toBe(Infinity);
});

/** The same distance by its definition, without any shortcut. */
function definedDistance(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [one.length, other.length];
  if (a === 0 || b === 0) return a + b;
  const shorter = (cut: number, otherCut: number) =>
    definedDistance(one.slice(0, a - cut), other.slice(0, b - otherCut));
  const isSwap = a > 1 && b > 1 && one[a - 1] === other[b - 2] && one[a - 2] === other[b - 1];
  return Math.min(
    shorter(1, 0) + 1,
    shorter(0, 1) + 1,
    shorter(1, 1) + (one[a - 1] === other[b - 1] ? 0 : 1),
    isSwap ? shorter(2, 2) + 1 : Infinity,
  );
}

it('agrees with the definition, and letters beyond 16 bits count as one in a list', () => {
  const words = fc.array(fc.constantFrom('a', 'b', '𝒜'), { maxLength: 6 });
  fc.assert(
    fc.property(words, words, fc.integer({ min: 0, max: 4 }), (one, other, max) => {
      const edits = definedDistance(one, other);
      expect(editDistance(one, other, max)).toBe(edits > max ? Infinity : edits);
    }),
  );
});

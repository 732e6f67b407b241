import fc from 'fast-check';
import { editDistance } from './edit-distance.js';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });

describe('the edits between two words', () => {
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
  ])('%s to %s: %d', (one, other, edits) => {
    expect(editDistance(one, other, 3)).toBe(edits);
  });

  it('are those of a table of all beginnings', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        const edits = byTable(one, other);
        expect(editDistance(one, other, 3)).toBe(edits <= 3 ? edits : Infinity);
      }),
    );
  });
});

/** The textbook's way: rows of the distances between beginnings. */
function byTable(one: string, other: string): number {
  const table: number[][] = [];
  const at = (i: number, j: number) => table[i]?.[j] ?? Infinity;
  for (let i = 0; i <= one.length; i++) {
    table[i] = [];
    for (let j = 0; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const ways = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1)];
      table[i]![j] = i + j === 0 ? 0 : Math.min(...ways, isSwap ? at(i - 2, j - 2) + 1 : Infinity);
    }
  }
  return at(one.length, other.length);
}

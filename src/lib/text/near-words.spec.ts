import fc from 'fast-check';
import { editDistance } from './edit-distance.js';
import { maxEditsOf, nearLookups, partsOf, spellingsAt } from './near-words.js';
import { endingsOf } from './words.js';

const letters = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '𝒜'), minLength: min, maxLength: max });

/** Whether the lookups of a typed word find another one in the ends of its letters. */
function isFound(typed: string, edits: number, word: string): boolean {
  const { pieces, words } = nearLookups(typed, edits);
  const isEnd = (ending: string) =>
    pieces.some(({ text, least, most }) => {
      const { length } = [...ending];
      return ending.startsWith(text) && length >= least && length <= most;
    });
  return words.includes(word) || endingsOf(word).some(isEnd);
}

/** A word after some edits of any sort. */
const edited = (word: string, edits: number) =>
  fc
    .array(fc.tuple(fc.constantFrom('add', 'drop', 'change', 'swap'), fc.nat(), letters(1, 1)), {
      minLength: edits,
      maxLength: edits,
    })
    .map((steps) => {
      const typed = [...word];
      for (const [step, at, letter] of steps) {
        const place = at % typed.length;
        if (step === 'add') typed.splice(place, 0, letter);
        else if (step === 'drop') typed.splice(place, 1);
        else if (step === 'change') typed[place] = letter;
        else typed.splice(place, 2, ...typed.slice(place, place + 2).reverse());
      }
      return typed.join('');
    });

describe('lookups', () => {
  it.each([1, 2])('find every word within %d edits', (edits) => {
    const pairs = letters(edits === 1 ? 4 : 6, 12).chain((typed) => fc.tuple(fc.constant(typed), edited(typed, edits)));
    fc.assert(
      fc.property(pairs, ([typed, word]) => {
        fc.pre(editDistance([...typed], [...word], edits) <= edits && [...word].length >= 2);
        expect(isFound(typed, edits, word)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('have at least two letters each', () => {
    for (let length = 4; length <= 32; length += 1)
      for (const { text } of nearLookups('abcdefgh'.repeat(4).slice(0, length), length < 6 ? 1 : 2).pieces)
        expect(text.length).toBeGreaterThanOrEqual(2);
  });

  it('are few', () => {
    expect(nearLookups('jzaz', 1)).toEqual({
      pieces: [
        { text: 'jz', least: 3, most: 5 },
        { text: 'az', least: 1, most: 3 },
      ],
      words: ['jazz'],
    });
    expect(nearLookups('festivla', 2).pieces).toHaveLength(7);
  });
});

it.each([
  ['abc', 0],
  ['abcd', 1],
  ['abcde', 1],
  ['abcdef', 2],
  ['a'.repeat(33), 0],
  ['20h30', 0],
  ['𝒜𝒜𝒜', 0],
  ['ليلة', 1],
])('%s is taken for words within %d edits', (word, edits) => {
  expect(maxEditsOf(word)).toBe(edits);
});

it('spellings are at exactly the number of edits', () => {
  const known = new Set(['jazz', 'jars', 'jaza', 'jaaz1', 'blues', 'ja', 'az', 'za']);
  expect(spellingsAt('jzaz', 1, known)).toEqual([['jazz']]);
  expect(spellingsAt('jaaz', 1, known)).toEqual([['jazz'], ['jaza'], ['ja', 'az']]);
  expect(spellingsAt('jaaz', 2, known)).toEqual([['jars'], ['ja'], ['az']]);
  expect(spellingsAt('quilt', 2, known)).toEqual([]);
});

it('a word may be two', () => {
  expect(partsOf('lejazz')).toEqual([
    ['le', 'jazz'],
    ['lej', 'azz'],
    ['leja', 'zz'],
  ]);
  expect(partsOf('abc')).toEqual([]);
});

import { endingsOf, hashOf, lookupOf, wordsOf } from './words.js';

describe('words of a folded text', () => {
  it('are letters and digits, each once', () => {
    expect([...wordsOf("l'oeuvre d'ete: jazz, jazz! 20h30 saint-jean\n(100 %) 爵士")]).toEqual([
      'l',
      'oeuvre',
      'd',
      'ete',
      'jazz',
      '20h30',
      'saint',
      'jean',
      '100',
      '爵士',
    ]);
    expect([...wordsOf(' -- … \n')]).toEqual([]);
  });

  it('are cut into pieces of 64 characters, so that each text of 32 is in one of them', () => {
    const letters = Array.from({ length: 1000 }, (_, place) => String.fromCodePoint(0x20000 + place));
    for (const length of [63, 64, 65, 96, 97, 128, 1000]) {
      const pieces = [...wordsOf(letters.slice(0, length).join(''))];
      for (const piece of pieces) expect([...piece].length).toBeLessThanOrEqual(64);
      for (let start = 0; start + 32 <= length; start += 1) {
        const part = letters.slice(start, start + 32).join('');
        expect([length, start, pieces.some((piece) => piece.includes(part))]).toEqual([length, start, true]);
      }
    }
  });

  it('have the ends that lookups of two letters or more begin with', () => {
    expect(endingsOf('jazz')).toEqual(['jazz', 'azz', 'zz']);
    expect(endingsOf('𠀀𠀁𠀂')).toEqual(['𠀀𠀁𠀂', '𠀁𠀂']);
    expect(endingsOf('a')).toEqual(['a']);
  });
});

describe('the lookup of a spelling', () => {
  it.each([
    ['jazz', 'jazz'],
    ["l'oeuvre", 'oeuvre'],
    ['saint jean', 'saint'],
    ['x', undefined],
    ['c++', undefined],
    ['🎉', undefined],
    ['a'.repeat(60_000), 'a'.repeat(32)],
  ])('%.20s', (spelling, lookup) => expect(lookupOf(spelling)).toBe(lookup));
});

it('hashes are numbers of 32 bits', () => {
  const hashes = ['', 'a', 'b', 'ab', 'ba', 'œ', '爵士'].map(hashOf);
  expect(new Set(hashes).size).toBe(hashes.length);
  for (const hash of hashes) expect(hash).toBe(hash >>> 0);
});

import fc from 'fast-check';
import { fold } from './fold.js';
import { parseSearch } from './search-terms.js';
import { replaceWords, searchedText, typedWords } from './typed-words.js';

it.each([
  ['jazz', ['jazz']],
  ['  (Jazz), été! ', ['jazz', 'ete']],
  ['“jazz band” -rock –pop blues', ['blues']],
  ['« la nuit » saint-jean', ['saint-jean']],
  ['"unclosed phrase', []],
  ['-"no phrase" l’étang', ["l'etang"]],
  ['? % … -', []],
  ['e\u0301te\u0301', ['ete']],
  ['جاز ليلة', ['جاز', 'ليلة']],
])('the words of %s', (search, words) => {
  expect(typedWords(search).map(({ folded }) => folded)).toEqual(words);
});

it('a replaced word leaves the rest as it was typed', () => {
  const replacements = new Map([['jzaz', 'jazz']]);
  expect(replaceWords('  “Big  Band” (Jzaz), Été -Jzaz', replacements)).toBe('  “Big  Band” (jazz), Été -Jzaz');
  expect(replaceWords('jzaz JZAZ', replacements)).toBe('jazz jazz');
  expect(replaceWords('blues', replacements)).toBe('blues');
});

it('are words that a search looks for', () => {
  const pieces = fc.constantFrom('a', 'É', 'b', ' ', '-', '"', '«', '»', '’', '(', '7');
  fc.assert(
    fc.property(fc.string({ unit: pieces, maxLength: 20 }), (search) => {
      const terms = parseSearch(search, 'en').filter(({ isExcluded }) => !isExcluded);
      const spellings = terms.flatMap((term) => term.spellings.map(fold));
      for (const { folded } of typedWords(search)) expect(spellings).toContain(folded);
    }),
  );
});

it.each([
  ['  Jazz,  “Big  Band” -rock', 'jazz big band'],
  ['l’Été (indien)', "l'ete indien"],
  ['-jazz ?', ''],
])('%s looks for %s', (search, text) => {
  expect(searchedText(search)).toBe(text);
});

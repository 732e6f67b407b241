import fc from 'fast-check';
import { fold } from './fold.js';
import { parseSearch } from './search-terms.js';

const words = (text: string) =>
  parseSearch(text).map(({ spellings, isExcluded }) => `${isExcluded ? 'not ' : ''}${spellings.join(' or ')}`);

it.each([
  ['jazz blue', ['jazz', 'blue']],
  ['"jazz nights" blues', ['jazz nights', 'blue']],
  ['“jazz night” «  l’été  »', ['jazz night', "l'ete"]],
  ['jazz -rock', ['jazz', 'not rock']],
  ['-"hard rock" jazz', ['jazz', 'not hard rock']],
  ['–rock', ['not rock']],
  ['-rock jazz', ['jazz', 'not rock']],
  ['jazz Jazz -jazz', ['jazz', 'not jazz']],
  ['jazz - rock', ['jazz', 'rock']],
  ['jazz – rock', ['jazz', 'rock']],
  ['avant-garde', ['avant-garde']],
  ['"open phrase', ['open phrase']],
  ['foo"bar baz"', ['foo', 'bar baz']],
  ['"" - -- "-" “ ”', []],
  ['Œuvre ÉTÉ', ['oeuvre', 'ete']],
  ['100% a_b', ['100%', 'a_b']],
  ['markets Marchés journaux', ['market', 'marche', 'journau']],
  ['-concerts', ['not concert']],
  ['market markets', ['market']],
  ['jazz bass fox plus jeux', ['jazz', 'bass', 'fox', 'plus', 'jeux']],
  ['20h30 9h 1000h', ['20h30 or 20 h 30', '9h or 9 h', '1000h']],
  ['', []],
])('reads %s', (text, expected) => expect(words(text)).toEqual(expected));

it('gives folded words that are not empty, each once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const terms = parseSearch(text);
      expect(new Set(terms.map((term) => JSON.stringify(term))).size).toBe(terms.length);
      for (const word of terms.flatMap(({ spellings }) => spellings)) expect(word).toBe(fold(word) || 'not empty');
    }),
  );
});

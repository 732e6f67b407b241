import fc from 'fast-check';
import { fold } from './fold.js';
import { parseSearch } from './search-terms.js';

const words = (text: string) => parseSearch(text).map(({ word, exclude }) => (exclude ? `not ${word}` : word));

it.each([
  ['jazz blues', ['jazz', 'blues']],
  ['"jazz night" blues', ['jazz night', 'blues']],
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
  ['', []],
])('reads %s', (text, expected) => expect(words(text)).toEqual(expected));

it('gives folded words that are not empty, each once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const terms = parseSearch(text);
      expect(new Set(terms.map((term) => JSON.stringify(term))).size).toBe(terms.length);
      for (const { word } of terms) expect(word).toBe(fold(word) || 'not empty');
    }),
  );
});

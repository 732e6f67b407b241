import fc from 'fast-check';
import { type Language } from '../i18n/language.js';
import { fold } from './fold.js';
import { parseSearch } from './search-terms.js';

it.each([
  ['Œuvre', 'oeuvre'],
  ['L’Été', "l'ete"],
  ['ÉTÉ', 'ete'],
  ['e\u0301te\u0301', 'ete'],
  ['Æther Straße STRAẞE', 'aether strasse strasse'],
  ['Øre Łódź Đà İstanbul ılık', 'ore lodz da istanbul ilik'],
  ['“quoted” «guillemets»', '"quoted" "guillemets"'],
  ['a–b—c−d‐e', 'a-b-c-d-e'],
  ['  a \u00A0\n b  ', 'a b'],
  ['co\u00ADop', 'coop'],
  ['l´été l`été', "l'ete l'ete"],
  ['①½ﬁ', '11⁄2fi'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Привет й', 'привет и'],
  ['日本', '日本'],
  ['', ''],
])('folds “%s” to “%s”', (text, folded) => expect(fold(text)).toBe(folded));

it('folds letters alone as beside others', () => {
  const plain = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) });
  const beside = (text: string) => ['e', fold(text)].filter(Boolean).join(' ');
  fc.assert(fc.property(plain, (text) => expect(fold(`é ${text}`)).toBe(beside(text))));
});

it('is idempotent, for every character and any text', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const folded = fold(`x${String.fromCodePoint(code)}y`);
    if (fold(folded) !== folded) throw new Error(`U+${code.toString(16)}: ${folded} → ${fold(folded)}`);
  }
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(fold(fold(text))).toBe(fold(text))));
});

const words = (text: string, language: Language = 'en') =>
  parseSearch(text, language).map(
    ({ spellings, isExcluded }) => `${isExcluded ? 'not ' : ''}${spellings.join(' or ')}`,
  );

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
  ['avant-garde', ['avant-garde or avant garde or avantgarde']],
  ['a-b-c-d-e', ['a-b-c-d-e or a b c d e or abcde']],
  ['2026-27 20-a', ['2026-27', '20-a']],
  ['jazz, (jazz) jazz? "jazz," (-', ['jazz', 'jazz,']],
  ['c++ #fete* …', ['c', 'fete']],
  ['"open phrase', ['open phrase']],
  ['foo"bar baz"', ['foo', 'bar baz']],
  ['"" - -- "-" “ ”', []],
  ['Œuvre ÉTÉ', ['oeuvre', 'ete']],
  ['100% a_b', ['100', 'a_b']],
  ['markets Marchés journaux', ['market', 'marche', 'journau']],
  ['chess campus tennis', ['chess', 'campus', 'tennis']],
  ['stories -story holiday sky', ['storie or story', 'holiday', 'sky', 'not story or stories']],
  ['churches boxes classes brushes marches', ['church', 'box', 'class', 'brush', 'march']],
  ['marchés été, marchés', ['marche', 'ete']],
  ['-concerts', ['not concert']],
  ['market markets', ['market']],
  ['jazz bass fox plus jeux', ['jazz', 'bass', 'fox', 'plus', 'jeux']],
  ['20h30 9h 1000h', ['20h30 or 20 h 30', '9h or 9 h', '1000h']],
  ['', []],
])('parses %s', (text, expected) => expect(words(text)).toEqual(expected));

it.each([
  ['journaux -chevaux', ['journau or journal or journail', 'not chevau or cheval or chevail']],
  ['animal travail bal', ['animal or animaux', 'travail or travaux', 'bal']],
  ['stories story churches', ['storie', 'story', 'churche']],
])('parses the French search %s', (text, expected) => expect(words(text, 'fr')).toEqual(expected));

it('returns folded words that are not empty, each once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const terms = parseSearch(text, 'en');
      expect(new Set(terms.map((term) => JSON.stringify(term))).size).toBe(terms.length);
      for (const word of terms.flatMap(({ spellings }) => spellings)) expect(word).toBe(fold(word) || 'not empty');
    }),
  );
});

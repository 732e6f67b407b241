import fc from 'fast-check';
import { fold } from './fold.js';

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

it('folds plain letters as it does beside others', () => {
  const plain = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) });
  const beside = (text: string) => ['e', fold(text)].filter(Boolean).join(' ');
  fc.assert(fc.property(plain, (text) => expect(fold(`é ${text}`)).toBe(beside(text))));
});

it('changes nothing when it folds a folded text, for every character and any text', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const folded = fold(`x${String.fromCodePoint(code)}y`);
    if (fold(folded) !== folded) throw new Error(`U+${code.toString(16)}: ${folded} → ${fold(folded)}`);
  }
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(fold(fold(text))).toBe(fold(text))));
});

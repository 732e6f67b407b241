import fc from 'fast-check';
import { fold } from './fold.js';
import { ANY_TEXT, passes, SIGNATURE_LENGTH, signatureOf, signatureTests } from './signature.js';

const signed = (text: string) => signatureOf(Buffer.from(text));
const isWorthALook = (text: string, ...words: string[]) => passes(signed(text), signatureTests(words));

const text = fc
  .array(
    fc.oneof(fc.constantFrom('jazz', 'l’été', 'C++', 'дом', '音楽祭', 'rock-n-roll'), fc.string({ unit: 'grapheme' })),
  )
  .map((parts) => fold(parts.join(' ')));

it('passes whatever occurs in a text, in words and over their ends', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(30), (text, start, length) => {
      const letters = [...text];
      const place = start % (letters.length + 1);
      expect(isWorthALook(text, letters.slice(place, place + length).join(''))).toBe(true);
    }),
  );
});

it('passes what occurs by itself together, too', () =>
  expect(isWorthALook('a concert of jazz', 'jazz', 'concert', 'ert of ja')).toBe(true));

it.each(['opera', 'azzj', 'jazzy', 'музыка', '音楽会'])('tells that a text has no %s', (word) =>
  expect(isWorthALook('a concert of jazz, дом музея, 音楽祭', word)).toBe(false),
);

it.each([[['a', 'ja', "l'a", 'é']], [[]]])('has nothing to ask of words as short as %j', (words) =>
  expect(signatureTests(words)).toEqual([]),
);

it('takes any text to have what is searched for, where nothing is known of it', () =>
  expect(passes(ANY_TEXT, signatureTests(['zzqqy', 'конъюнктура']))).toBe(true));

it('is of one length, in ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 5000 }), (text) => {
      expect(signed(text)).toMatch(/^[@-\x7f]+$/);
      expect(signed(text)).toHaveLength(SIGNATURE_LENGTH);
    }),
  );
});

it('lets less than one text in twenty of a kilobyte pass for a word that it has not', () => {
  const letters = 'etaoinshrdlcumwfgypbvk';
  const word = (number: number) =>
    Array.from(
      { length: 6 },
      (_, place) => letters[(number * (7 + 3 * place) + (number >> place)) % letters.length],
    ).join('');
  const texts = Array.from({ length: 200 }, (_, number) =>
    Array.from({ length: 140 }, (_, place) => word(number * 977 + place * 31)).join(' '),
  );
  const passed = texts.filter((text) => isWorthALook(text, 'xylophone'));
  expect(passed.length).toBeLessThan(texts.length / 20);
});

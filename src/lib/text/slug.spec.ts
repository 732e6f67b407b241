import fc from 'fast-check';
import { type Language } from '../i18n/language.js';
import { nthSlug, slugify } from './slug.js';

it.each<[string, string, string]>([
  ['Soirée jazz', 'soiree-jazz', 'soiree-jazz'],
  ['Rock & Roll', 'rock-and-roll', 'rock-et-roll'],
  ['L’été', 'l-ete', 'l-ete'],
  ["L'heure d't", 'l-heure-dt', 'l-heure-d-t'],
  ["Don't stop", 'dont-stop', 'don-t-stop'],
  ['Œuvres & cœurs', 'oeuvres-and-coeurs', 'oeuvres-et-coeurs'],
  ['Ofﬁce ﬁnale, ǆ nº 5, ｆｕｌｌ', 'office-finale-dz-no-5-full', 'office-finale-dz-no-5-full'],
  ['Haíɫzaqv, xʷməθkʷəy̓əm', 'hailzaqv-xwmathkwayam', 'hailzaqv-xwmathkwayam'],
  ['Zürich Ångström', 'zurich-angstrom', 'zurich-angstrom'],
  ['fooBar 360APIs', 'foobar-360apis', 'foobar-360apis'],
  ['Привет', 'privet', 'privet'],
  ['  --a__b--  ', 'a-b', 'a-b'],
  ['!!!', '', ''],
  ['Київ', 'kiyiv', 'kiyiv'],
  ['Καλημέρα', 'kalimera', 'kalimera'],
  ['Ὀδύσσεια, Ἀθῆναι', 'odysseia-athinai', 'odysseia-athinai'],
  ['8½ Women, 40 m²', '8-1-2-women-40-m2', '8-1-2-women-40-m2'],
  ['مرحبا', 'mrhba', 'mrhba'],
  ['日本', 'riben', 'riben'],
  ['北京 & Jazz 2027', 'beijing-and-jazz-2027', 'beijing-et-jazz-2027'],
  ['서울 축제', 'seoul-chugje', 'seoul-chugje'],
  ['שלום עולם', 'slvm-vlm', 'slvm-vlm'],
  ['สวัสดี', 'swasdi', 'swasdi'],
  ['नमस्ते दुनिया', 'nmste-duniya', 'nmste-duniya'],
  ['🎷 jazz', 'jazz', 'jazz'],
  ['😀', '', ''],
  ['', '', ''],
])('turns “%s” into %s in English and %s in French', (text, english, french) => {
  expect([slugify(text, 'en'), slugify(text, 'fr')]).toEqual([english, french]);
});

it('has a-z, 0-9 and single hyphens between them, at most 200, and is idempotent', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme', minLength: 150, maxLength: 300 }),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom<Language>('en', 'fr'), (text, language) => {
      const slug = slugify(text, language);
      expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      expect(slug.length).toBeLessThanOrEqual(200);
      expect(slugify(slug, language)).toBe(slug);
    }),
  );
});

it('is cut without a trailing hyphen', () => {
  expect(slugify(`${'a'.repeat(199)} b`, 'en')).toBe('a'.repeat(199));
});

it('numbers taken slugs, within 255 characters', () => {
  expect([1, 2, 10].map((n) => nthSlug('jazz', n))).toEqual(['jazz', 'jazz-2', 'jazz-10']);
  expect(nthSlug('a'.repeat(300), 12)).toBe(`${'a'.repeat(252)}-12`);
  expect(nthSlug(`${'a'.repeat(251)}-bcd`, 12)).toBe(`${'a'.repeat(251)}-12`);
});

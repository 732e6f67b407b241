import { homeUrlOf, resourcesIn, pageUrlOf, parsePageUrls } from './page-urls.js';

it('prefers the most specific template', () => {
  const urls = parsePageUrls(
    'fr.events={site}/a/{slug} events={site}/b/{slug} fr={site}/c/{slug}\n{site}/d/{kind}/{id}',
  );
  const found = [
    ['fr', 'events'],
    ['en', 'events'],
    ['fr', 'venues'],
    ['en', 'venues'],
  ] as const;
  expect(found.map(([language, resource]) => pageUrlOf(urls, language, resource, '{site}'))).toEqual([
    '{site}/a/{slug}',
    '{site}/b/{slug}',
    '{site}/c/{slug}',
    '{site}/d/{kind}/{id}',
  ]);
});

it('has default templates', () => {
  expect(pageUrlOf(parsePageUrls('fr.events=https://a.example/?id={id}'), 'en', 'tags', '{site}')).toBe(
    '{site}/{language}/{kind}/{slug}',
  );
});

it('has a home page for each language', () => {
  const urls = parsePageUrls('fr.home={site}/accueil {site}/{slug}');
  expect([homeUrlOf(urls, 'fr', '{site}'), homeUrlOf(urls, 'en', '{site}')]).toEqual([
    '{site}/accueil',
    '{site}/{language}',
  ]);
  expect(homeUrlOf(parsePageUrls('home=https://a.example/'), 'en', '{site}')).toBe('https://a.example/');
  expect(resourcesIn(urls)).toEqual([]);
});

it('lists the resources of templates', () => {
  expect(resourcesIn(parsePageUrls('fr={site}/{id} fr.events={site}/{id} gigs={site}/{id} {site}/{id}'))).toEqual([
    'events',
    'gigs',
  ]);
});

it.each([
  ['fr.events={site}/{slugg}', 'fr.events has {slugg}, which is none of {site}, {language}, {kind}, {slug}, {id}'],
  ['home={site}/{slug}', 'home has {slug}, which is none of {site}, {language}'],
  ['events={site}/{kind}', 'events has neither {slug} nor {id}: all pages would be one'],
  ['fr={site}/{id} fr={site}/{slug}', 'fr is given twice'],
  ['fr.events.x={site}/{id}', 'fr.events.x is no language, no kind, and not both with a dot between them'],
  ['events=/events/{id}', 'events makes no address: it begins with {site}, http:// or https://'],
  [
    'en.events=https://a.example/{slug},fr.events=https://a.example/f/{slug}',
    'en.events has two addresses: separate templates by spaces',
  ],
  ['events={site}/{{id}}', 'events makes no address: it begins with {site}, http:// or https://'],
  ['events=https://user@a.example/{id}', 'events makes no address: it begins with {site}, http:// or https://'],
])('reports an error: %s', (text, wrong) => {
  expect(() => parsePageUrls(text)).toThrow(new Error(wrong));
});

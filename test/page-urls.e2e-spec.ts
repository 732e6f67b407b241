import { loadSettings } from '../src/lib/config/load-settings.js';
import { assertPageResources } from '../src/lib/config/load-settings.js';
import { fixPresent } from './support/present.js';
import { allResources } from './support/resources.js';
import { makers } from './support/makers.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

const SITE = 'https://www.example.org';
const PAGE_URLS = [
  'fr.events={site}/evenements/{slug}',
  'en.events={site}/whats-on/{slug}?id={id}',
  'venues=https://places.example/{language}/{id}',
  'fr={site}/fr/fiches/{kind}/{slug}',
  'fr.home={site}/accueil',
].join(' ');

let calendar: TestCalendar;
const { aRecord, anEvent } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start({ SITE_URL: SITE, PAGE_URLS });
});

afterAll(() => calendar.stop());

const both = (nameField: string, name: string) => ({ translations: { fr: { [nameField]: name } } });

/** The addresses of the setting above; other resources have the default in English. */
const pages: Record<string, (slug: string, id: number) => { en: string; fr: string }> = {
  events: (slug, id) => ({ en: `${SITE}/whats-on/${slug}?id=${id}`, fr: `${SITE}/evenements/essai` }),
  venues: (_slug, id) => ({ en: `https://places.example/en/${id}`, fr: `https://places.example/fr/${id}` }),
};

describe.each(allResources.map((kind) => [kind.plural, kind] as const))('the page of %s', (many, kind) => {
  const expected = (slug: string, id: number) =>
    pages[many]?.(slug, id) ?? { en: `${SITE}/en/${many}/${slug}`, fr: `${SITE}/fr/fiches/${many}/essai` };

  it('follows its template in each language, alone, in lists and as an alternate', async () => {
    const { id, slug } = await aRecord(kind, both(kind.nameField, 'Essai'));
    const { en, fr } = expected(slug, id);
    for (const [language, url] of Object.entries({ en, fr })) {
      const { body } = await calendar.get(`${kind.path}/${id}`, { language });
      expect(body.url).toBe(url);
      expect(body.alternates.map((alternate: { url: string }) => alternate.url)).toEqual([en, fr]);
      if (body.json_ld) expect(body.json_ld.url).toBe(url);
      const all = kind.isPublished ? '' : '&hide_empty=false';
      const list = await calendar.get(`${kind.path}?include=${id}${all}`, { language });
      expect(list.body[many].map((one: { url: string }) => one.url)).toEqual([url]);
    }
  });
});

it('PAGE_URLS: is used inside an event and its JSON-LD', async () => {
  const { id } = await anEvent({ cost: '5', venue: { venue: 'Town Hall' }, organizer: { organizer: 'Town' } });
  const { body } = await calendar.get(`/events/${id}`);
  const place = `https://places.example/en/${body.venue[0].id}`;
  expect(body.venue[0].url).toBe(place);
  expect(body.json_ld).toMatchObject({
    location: { url: place },
    organizer: [{ url: `${SITE}/en/organizers/town` }],
    offers: [{ url: body.url }],
  });
});

it('PAGE_URLS: home is the home page of feeds, by default that of the language', async () => {
  for (const [language, home] of [
    ['fr', `${SITE}/accueil`],
    ['en', `${SITE}/en`],
  ] as const) {
    const text = async (format: string) => (await calendar.get(`/events.${format}`, { language })).text;
    expect(await text('rss')).toContain(`</title><link>${home}</link>`);
    expect(await text('atom')).toContain(`<link rel="alternate" href="${home}"/>`);
    expect(JSON.parse(await text('jsonfeed')).home_page_url).toBe(home);
    expect(await text('ics')).toContain(`\r\nURL:${home}\r\n`);
  }
});

it('PAGE_URLS: the home page of feeds follows the host of the pages of events', async () => {
  const pageUrls = 'fr.events=https://ville.example/fr/agenda/{slug} en.events=https://city.example/{slug}';
  const other = await TestCalendar.start({ SITE_URL: SITE, PAGE_URLS: pageUrls });
  for (const [language, home] of [
    ['fr', 'https://ville.example/fr'],
    ['en', 'https://city.example/'],
  ] as const)
    expect((await other.get('/events.rss', { language })).text).toContain(`</title><link>${home}</link>`);
  await other.stop();
});

it('PAGE_URLS: an unknown resource stops the start', () => {
  const settings = loadSettings({ PAGE_URLS: 'fr.gigs={site}/{slug} events={site}/{id}' });
  expect(() => assertPageResources(settings, ['events', 'venues', 'organizers', 'categories', 'tags'])).toThrow(
    'PAGE_URLS must name kinds of records (events, venues, organizers, categories, tags); there is no gigs.',
  );
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, LANGUAGES } from '../src/lib/i18n/language.js';
import { lister, type Page } from './support/lists.js';
import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);
const lists = {
  events: lister(() => calendar, 'events'),
  venues: lister(() => calendar, 'venues'),
  organizers: lister(() => calendar, 'organizers'),
  categories: lister(() => calendar, 'categories'),
  tags: lister(() => calendar, 'tags'),
};
/** Titles of the sample and of real calendars, and what a person who looks for some of them may type. */
const { titles, mistyped } = JSON.parse(readFileSync(join(__dirname, 'data', 'mistyped-titles.json'), 'utf8')) as {
  readonly titles: Readonly<Record<Language, readonly string[]>>;
  readonly mistyped: readonly { readonly typed: string; readonly title: string; readonly language: Language }[];
};

const french: RequestOptions = { language: 'fr' };

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

beforeEach(() => calendar.empty());

/** The suggestion of an empty list; undefined if there is none. */
async function suggested(
  search: string,
  { kind = 'events', query = '', ...options }: RequestOptions & { kind?: keyof typeof lists; query?: string } = {},
): Promise<string | undefined> {
  const parameters = `search=${encodeURIComponent(search)}&hide_empty=false&${query}`;
  const body = (await lists[kind].page(parameters, options)) as Page<string> & { search_suggestion?: string };
  expect([search, body.total]).toEqual([search, 0]);
  expect('search_suggestion' in body).toBe(body.search_suggestion !== undefined);
  return body.search_suggestion;
}

describe('an empty list of events suggests', () => {
  it.each([
    ['jzaz', 'jazz'],
    ['jazzz', 'jazz'],
    ['hazz', 'jazz'],
    ['jaxz', 'jazz'],
    ['Jzaz,', 'jazz,'],
    ['hazzz', undefined],
    ['jzza', undefined],
    ['jza', undefined],
    ['conecrt', 'concert'],
    ['ocncret', 'concert'],
    ['konzert', 'concert'],
    ['cnocertss', undefined],
    ['storytime', 'story time'],
    ['stroytime', undefined],
    ['xylophon jazz', undefined],
    ['jzaz conecrt', 'jazz concert'],
    ['  Concert   Jzaz!', 'Concert   jazz!'],
    ['jzaz "story time"', 'jazz "story time"'],
    ['jzaz -blues', 'jazz -blues'],
    ['jzaz -concert', undefined],
    ['"jzaz"', undefined],
    ['concert "jzaz"', undefined],
    ['saint-jaen', 'saint-jean'],
    ["l'etagn", "l'etang"],
    ['20h03', undefined],
    ['ليلى', 'ليلة'],
    ['?', undefined],
  ])('%s → %s', async (search, suggestion) => {
    const description = 'Story time follows at 20h30, saint-jean, l’étang, ليلة';
    await anEvent({ title: 'Jazz concert', description });
    expect(await suggested(search)).toBe(suggestion);
  });

  it('the nearest word, then the most frequent, then the first in the alphabet', async () => {
    await anEvent({ title: 'Bands' });
    for (const title of ['Hands', 'Hands']) await anEvent({ title });
    expect(await suggested('xands')).toBe('hands');
    await anEvent({ title: 'Bands' });
    expect(await suggested('xands')).toBe('bands');
    for (let times = 0; times < 4; times += 1) await anEvent({ title: 'Festive' });
    await anEvent({ title: 'Festival' });
    expect(await suggested('festiavl')).toBe('festival');
  });

  it('words in the language of the request, and in both with search_languages=all', async () => {
    const translations = { en: { title: 'Lantern walk' }, fr: { title: 'Promenade aux flambeaux' } };
    await anEvent({ title: undefined, translations });
    expect(await suggested('flambaux')).toBeUndefined();
    expect(await suggested('flambaux', french)).toBe('flambeaux');
    expect(await suggested('lanterm', french)).toBeUndefined();
    expect(await suggested('lanterm', { ...french, query: 'search_languages=all' })).toBe('lantern');
  });

  it('words in the names of related records with search_in=all', async () => {
    const venue = await aVenue({ venue: 'Observatory', city: 'Gatineau' });
    const hidden = await aVenue({ venue: 'Catacombs', status: 'draft' });
    const category = await aCategory({ name: 'Astronomy' });
    await aTag({ name: 'Telescopes' });
    await anEvent({ title: 'Night sky', venue: [venue.id, hidden.id], categories: [category.id] });
    expect(await suggested('observatroy')).toBeUndefined();
    const all = { query: 'search_in=all' };
    expect(await suggested('observatroy', all)).toBe('observatory');
    expect(await suggested('gatinaeu', all)).toBe('gatineau');
    expect(await suggested('asrtonomy nihgt', all)).toBe('astronomy night');
    expect(await suggested('catacomsb', all)).toBeUndefined();
    // No event has the tag.
    expect(await suggested('telescoeps', all)).toBeUndefined();
  });

  it('what the other filters find, for callers with rights as for others', async () => {
    const { id } = await anEvent({ title: 'Regatta', featured: true });
    expect(await suggested('regtata', { query: 'featured=true' })).toBe('regatta');
    expect(await suggested('regtata', { query: 'featured=false' })).toBeUndefined();
    expect(await suggested('regtata', { query: 'start_date=2027-06-22' })).toBeUndefined();
    expect(await suggested('regtata', { query: 'occurrences=series' })).toBe('regatta');
    expect(await suggested('regtata', { query: `exclude=${id}` })).toBeUndefined();
    const editor: RequestOptions = { as: 'editor' };
    expect(await suggested('regtata', editor)).toBe('regatta');
    for (const status of ['any', 'publish,draft'])
      expect(await suggested('regtata', { ...editor, query: `status=${status}` })).toBe('regatta');
    expect(await suggested('regtata', { ...editor, query: 'status=draft' })).toBeUndefined();
    const { id: draft } = await aVenue({ status: 'draft' });
    expect(await suggested('regtata', { ...editor, query: `venue=${draft}` })).toBeUndefined();
    expect(await suggested('regtata', { ...editor, query: 'author=me' })).toBeUndefined();
  });

  it('nothing where the list or the filters have no such key', async () => {
    await anEvent({ title: 'Regatta' });
    expect(await lists.events.page('search=regatta')).not.toHaveProperty('search_suggestion');
    expect(await lists.events.page('from=2001-01-01&to=2001-01-02')).not.toHaveProperty('search_suggestion');
    const { body } = await calendar.get('/images?search=regtata', { as: 'editor' });
    expect(body).not.toHaveProperty('search_suggestion');
    const feed = await calendar.raw().get('/en/cal/events/v1/events.csv?search=regtata').expect(200);
    expect(feed.text).not.toMatch(/regatta/i);
    await calendar.get('/events?search=regtata&page=2').expect(404);
  });

  it('words of dates of a series', async () => {
    const { id } = await anEvent({ title: 'Weekly', recurrence: 'FREQ=WEEKLY;COUNT=3' });
    const { body } = await calendar.get(`/events?post_parent=${id}`).expect(200);
    await calendar.patch(`/events/${body.events[0].id}`, { title: 'Kaleidoscope' }, { as: 'editor' }).expect(200);
    expect(await suggested('kaleidoscoep')).toBe('kaleidoscope');
  });

  it('nothing from texts that not everybody sees, nor does it show that they are there', async () => {
    await anEvent({ title: 'Carnival' });
    const before = await suggested('carnivql');
    const secrets: Record<string, unknown>[] = [
      ...['draft', 'pending', 'private'].map((status) => ({ status, title: 'Carnivel' })),
      { status: 'publish', date: '2099-01-01', title: 'Carnivel' },
      { title: 'Carnivel', hide_from_listings: true },
      { title: 'Open', description: 'Carnivel', password: 'sesame' },
    ];
    for (const secret of secrets) for (let times = 0; times < 3; times += 1) await anEvent(secret);
    const { id } = await anEvent({ title: 'Carnivel' });
    await calendar.delete(`/events/${id}`, { as: 'editor' }).expect(200);
    for (const as of [undefined, 'reader', 'editor'] as const) {
      expect([as, await suggested('carnivql', { as })]).toEqual([as, before]);
      expect([as, await suggested('carnivelz', { as })]).toEqual([as, 'carnival']);
    }
  });
});

describe('an empty list of another kind suggests', () => {
  const kinds = [
    ['venues', () => aVenue({ venue: 'Observatory', city: 'Gatineau', description: 'Telescope inside' })],
    ['organizers', () => anOrganizer({ organizer: 'Observatory society', description: 'Telescope lenders' })],
    ['categories', () => aCategory({ name: 'Observatory nights', translations: { fr: { name: 'Nuits étoilées' } } })],
    ['tags', () => aTag({ name: 'Observatory' })],
  ] as const;

  it.each(kinds)('%s', async (kind, make) => {
    await make();
    expect(await suggested('observatroy', { kind })).toBe('observatory');
    expect(await suggested('observatorx xyz', { kind })).toBeUndefined();
    const isPlace = kind === 'venues' || kind === 'organizers';
    expect(await suggested('telesocpe', { kind })).toBe(isPlace ? 'telescope' : undefined);
    if (kind === 'venues') expect(await suggested('gatinaeu', { kind })).toBe('gatineau');
    if (kind === 'categories') expect(await suggested('etoilese', { kind, ...french })).toBe('etoilees');
  });

  it('no words of hidden records', async () => {
    for (const status of ['draft', 'pending', 'private']) {
      await aVenue({ venue: 'Catacombs', status });
      await anOrganizer({ organizer: 'Catacombs', status });
    }
    for (const kind of ['venues', 'organizers'] as const)
      for (const as of [undefined, 'editor'] as const)
        expect([kind, await suggested('catacomsb', { kind, as })]).toEqual([kind, undefined]);
  });
});

it('long searches get an answer', async () => {
  await anEvent({ title: 'Jazz concert' });
  const long = ['x'.repeat(255), 'jzaz '.repeat(50).trim(), `${'abcdefghijklmnopqrstuvwxyz'.repeat(9)}`];
  const suggestions = [];
  for (const search of long) suggestions.push(await suggested(search));
  expect(suggestions).toEqual([undefined, 'jazz '.repeat(50).trim(), undefined]);
  const words = Array.from({ length: 20 }, (_, index) => `wrodx${'abcdefghijklmnopqrst'[index]}`).join(' ');
  expect(await suggested(words)).toBeUndefined();
});

it('leads from mistyped titles of real calendars to the right events', async () => {
  for (const language of LANGUAGES)
    for (const title of titles[language]) await anEvent({ title, translation_language: language });
  const astray: string[] = [];
  for (const { typed, title, language } of mistyped) {
    const body = await lists.events.page(`search=${encodeURIComponent(typed)}&per_page=100`, { language });
    const { search_suggestion: suggestion = typed } = body as { search_suggestion?: string };
    const found = await lists.events.names(`search=${encodeURIComponent(suggestion)}&per_page=100`, { language });
    if (!found.includes(title)) astray.push(`${typed}: ${suggestion} does not find ${title}`);
  }
  expect(mistyped).toHaveLength(30);
  expect(astray.slice(3)).toEqual([]);
});

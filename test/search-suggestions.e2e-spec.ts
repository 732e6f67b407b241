import { Database } from '../src/database/database.js';
import { run } from '../src/database/sql/statements.js';
import { hashOf } from '../src/lib/text/words.js';
import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';
import { eventually } from './support/until.js';

fixPresent();

let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);
const french: RequestOptions = { language: 'fr' };

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

beforeEach(() => calendar.empty());

interface Suggestion {
  readonly kind: string;
  readonly id: number;
  readonly text: string;
  readonly url: string;
  readonly starts_at?: string;
}

async function suggestions(typed: string, options: RequestOptions = {}): Promise<Suggestion[]> {
  const { body } = await calendar.get(`/search-suggestions?q=${encodeURIComponent(typed)}`, options).expect(200);
  expect(Object.keys(body)).toEqual(['suggestions']);
  return body.suggestions;
}

const texts = async (typed: string, options?: RequestOptions) =>
  (await suggestions(typed, options)).map(({ kind, text }) => `${kind} ${text}`);

/** Dates of an event that begins some days after 21 June 2027. */
const onDay = (day: number) => ({
  start_date: `2027-06-${21 + day} 10:00:00`,
  end_date: `2027-06-${21 + day} 11:00:00`,
});

it('shows events by date, then venues, organizers, categories and tags by name', async () => {
  const category = await aCategory({ name: 'Jazz' });
  await aTag({ name: 'jazz night' });
  await aTag({ name: 'free jazz' });
  await aVenue({ venue: 'Jazz cellar' });
  await anOrganizer({ organizer: 'Friends of jazz' });
  await anEvent({ title: 'Late jazz', ...onDay(3) });
  const first = await anEvent({ title: 'Jazz brunch', ...onDay(1) });
  const found = await suggestions('jaz');
  expect(found.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    ...['event Jazz brunch', 'event Late jazz', 'venue Jazz cellar', 'organizer Friends of jazz'],
    ...['category Jazz', 'tag free jazz', 'tag jazz night'],
  ]);
  const { body: event } = await calendar.get(`/events/${first.id}`).expect(200);
  expect(found[0]).toEqual({
    kind: 'event',
    id: first.id,
    text: 'Jazz brunch',
    url: event.url,
    starts_at: event.starts_at,
  });
  const { body: shown } = await calendar.get(`/categories/${category.id}`).expect(200);
  expect(found[4]).toEqual({ kind: 'category', id: category.id, text: 'Jazz', url: shown.url });
});

it('shows at most eight records, each series once, and no event that has ended', async () => {
  await anEvent({ title: 'Yoga forever', ...onDay(0), recurrence: 'FREQ=DAILY;COUNT=5' });
  await anEvent({ title: 'Yoga long ago', start_date: '2001-01-01 10:00:00', end_date: '2001-01-01 11:00:00' });
  await anEvent({ title: 'Yoga retreat', start_date: '2001-01-01 10:00:00', end_date: '2031-01-01 11:00:00' });
  for (let day = 1; day < 4; day += 1) await anEvent({ title: `Yoga ${day}`, ...onDay(day) });
  for (const name of ['a', 'b', 'c', 'd']) await aTag({ name: `yoga ${name}` });
  expect(await texts('yo')).toEqual([
    ...['event Yoga retreat', 'event Yoga forever', 'event Yoga 1', 'event Yoga 2', 'event Yoga 3'],
    ...['tag yoga a', 'tag yoga b', 'tag yoga c'],
  ]);
});

it('shows what is hidden by other titles with the same letters inside of words', async () => {
  for (let number = 0; number < 120; number += 1) await anEvent({ title: `Bonfire ${number}`, ...onDay(0) });
  await anEvent({ title: 'Fire brigade', ...onDay(2) });
  expect(await texts('fir')).toEqual(['event Fire brigade']);
});

describe.each([
  { where: 'among the next events', year: 2027, others: 0 },
  { where: 'after a thousand others', year: 2030, others: 2 },
])('$where', ({ year, others }) => {
  const ofYear = (day: number) => ({
    start_date: `${year}-06-${21 + day} 10:00:00`,
    end_date: `${year}-06-${21 + day} 11:00:00`,
  });

  beforeEach(async () => {
    for (let series = 0; series < others; series += 1)
      await anEvent({ title: 'Market', ...onDay(0), recurrence: 'FREQ=DAILY;COUNT=750' });
  });

  it.each([0, 500, 4000])('shows the same if %i rows of the index have the word', async (rows) => {
    const long = { start_date: '2001-01-01 10:00:00', end_date: '2031-01-01 11:00:00' };
    await anEvent({ title: 'Quilt show', ...long });
    await anEvent({ title: 'Quilt of the past', ...long, end_date: '2002-01-01 10:00:00' });
    await anEvent({ title: 'Other', description: 'Quilt' });
    await anEvent({ title: 'Quilt course', ...ofYear(1), recurrence: 'FREQ=DAILY;COUNT=30' });
    for (let day = 2; day < 8; day += 1) await anEvent({ title: `Quilt ${day}`, ...ofYear(day) });
    // Rows of former texts are in every index.
    const stale = Array.from({ length: rows }, (_, index) => `(${hashOf('quilt')}, ${1_000_000 + index})`).join();
    const sql = `INSERT INTO event_words (wordId, recordId) VALUES ${stale}`;
    if (rows > 0) await calendar.app.get(Database).write((manager) => run(manager, sql));
    const single = [2, 3, 4, 5, 6, 7].map((day) => `event Quilt ${day}`);
    expect(await texts('quil')).toEqual(['event Quilt show', 'event Quilt course', ...single]);
    expect(await texts('show quil')).toEqual(['event Quilt show']);
    expect(await texts('quil 7')).toEqual(['event Quilt 7']);
    expect(await texts('quilx')).toEqual([]);
  });

  it('shows the text of the language, or the other one', async () => {
    await anEvent({
      ...ofYear(1),
      title: undefined,
      translations: { en: { title: 'Harvest' }, fr: { title: 'Récolte' } },
    });
    await anEvent({ ...ofYear(1), title: undefined, translations: { fr: { title: 'Récit' } } });
    expect(await texts('rec')).toEqual(['event Récit']);
    expect(await texts('rec', french)).toEqual(['event Récolte', 'event Récit']);
    expect(await texts('harv', french)).toEqual([]);
    expect((await suggestions('reco', french))[0]!.url).toContain('/fr/');
  });

  it('shows titles of protected events only, and nothing of hidden ones, whoever asks', async () => {
    await anEvent({ ...ofYear(1), title: 'Secret garden', description: 'portcullis', password: 'sesame' });
    for (const status of ['draft', 'pending', 'private']) {
      await anEvent({ ...ofYear(1), title: 'Secret', status });
      await aVenue({ venue: 'Secret', status });
      await anOrganizer({ organizer: 'Secret', status });
    }
    await anEvent({ ...ofYear(1), title: 'Secret', date: '2099-01-01' });
    await anEvent({ ...ofYear(1), title: 'Secret', hide_from_listings: true });
    const { id } = await anEvent({ ...ofYear(1), title: 'Secret' });
    await calendar.delete(`/events/${id}`, { as: 'editor' }).expect(200);
    for (const as of [undefined, 'editor', 'administrator'] as const) {
      expect(await texts('secr', { as })).toEqual(['event Secret garden']);
      expect(await texts('portc', { as })).toEqual([]);
    }
  });

  it('shows an event that begins with the last of a thousand', async () => {
    const day = new Date(Date.UTC(2027, 5, 21 + 499)).toISOString().slice(0, 10);
    await anEvent({ title: 'Zither', start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` });
    expect(await texts('zith')).toEqual(['event Zither']);
  });
});

it('shows an event under way that another instance has stored meanwhile', async () => {
  const other = await TestCalendar.start({}, calendar.url);
  await anEvent({ title: 'Quilt fair', ...onDay(1) });
  expect(await texts('quil')).toEqual(['event Quilt fair']);
  const show = { title: 'Quilt show', start_date: '2001-01-01', end_date: '2031-01-01', status: 'publish' };
  await other.post('/events', show, { as: 'editor' }).expect(201);
  await eventually(async () => (await texts('quil')).join() === 'event Quilt show,event Quilt fair');
  await other.stop();
});

it.each([
  ['ete', true],
  ['Été', true],
  ['l’ét', true],
  ['nuit ét', true],
  ['te', false],
  ['nui été jaz', false],
  ['"nuit', true],
  ['20', true],
  ['20 h', true],
  ['gran', true],
])('finds words that begin with the typed ones: %s', async (typed, isFound) => {
  await anEvent({ title: 'Nuit de l’été (Grande salle), 20 h 30' });
  expect(await texts(typed)).toEqual(isFound ? ['event Nuit de l’été (Grande salle), 20 h 30'] : []);
});

it('shows nothing with fewer than two letters, and refuses more than a hundred characters', async () => {
  await anEvent({ title: 'A jazz' });
  for (const typed of ['', ' ', 'j', '?!', 'j-', 'é']) expect(await suggestions(typed)).toEqual([]);
  expect((await calendar.get('/search-suggestions').expect(200)).body).toEqual({ suggestions: [] });
  expect(await texts('a j')).toEqual(['event A jazz']);
  expect(await suggestions('x'.repeat(100))).toEqual([]);
  for (const [language, message] of [
    ['en', 'Must not be longer than 100 characters.'],
    ['fr', 'Ne doit pas dépasser 100 caractères.'],
  ] as const) {
    const { body } = await calendar.get(`/search-suggestions?q=${'x'.repeat(101)}`, { language }).expect(400);
    expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params: { q: message } } });
  }
  for (const query of ['q=ja&q=zz', 'q[a]=b'])
    expect([query, (await calendar.get(`/search-suggestions?${query}`)).status]).toEqual([query, 400]);
});

it('is cached, until an event that it shows ends', async () => {
  await anEvent({ title: 'Quilt show' });
  const answer = await calendar.get('/search-suggestions?q=quil').expect(200);
  expect(answer.headers['cache-control']).toMatch(/^public, max-age=\d+$/);
  expect(answer.headers.etag).toBeDefined();
  const etag = String(answer.headers.etag);
  await calendar.get('/search-suggestions?q=quil').set('If-None-Match', etag).expect(304);
  await anEvent({ title: 'Quilt fair', ...onDay(1) });
  expect(await texts('quil')).toEqual(['event Quilt show', 'event Quilt fair']);
  await calendar.send('head', '/search-suggestions?q=quil').expect(200);
  await calendar.post('/search-suggestions', {}).expect(405);
});

it('shows an event until it ends, although nothing is written then', async () => {
  const inSeconds = (seconds: number) =>
    new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
  await anEvent({ title: 'Last waltz', timezone: 'UTC', start_date: inSeconds(-60), end_date: inSeconds(3) });
  expect(await texts('wal')).toEqual(['event Last waltz']);
  await eventually(async () => (await texts('wal')).length === 0);
});

it('counts as a search', async () => {
  const limited = await TestCalendar.start({ RATE_LIMIT: 'on' });
  const answer = await limited.get('/search-suggestions?q=jazz').expect(200);
  expect(answer.headers.ratelimit).toMatch(/^"searches"/);
  await limited.stop();
});

import { createHash } from 'node:crypto';
import { type DataSource } from 'typeorm';
import { createDataSource, dataSourceOptions } from '../src/database/data-source.js';
import { migrate } from '../src/database/migrate.js';
import { searchTextsOf } from './support/recount.js';
import { EventSearchText } from '../src/calendar/events/write/event-search-text.entity.js';
import { Event } from '../src/calendar/events/event.entity.js';
import { schema } from '../src/schema.js';
import { type Plan } from '../tools/seed/plan.js';
import { recordCounts } from '../src/commands/sample/records.js';
import { seed } from '../tools/seed/seed.js';
import { hasExtension, itWith } from './support/extensions.js';
import { TestCalendar } from './support/test-calendar.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

const PLAN: Plan = { events: 300, random: 1, from: new Date('2027-06-01T00:00:00Z') };

const TABLES = [
  ...['accounts', 'images', 'venues', 'venue_translations', 'organizers', 'organizer_translations', 'categories'],
  ...['category_translations', 'tags', 'tag_translations', 'events', 'event_translations', 'event_venues'],
  ...['event_organizers', 'event_categories', 'event_tags', ...(hasExtension('geoloc') ? ['venue_locations'] : [])],
];

async function withSource<T>(url: string, work: (source: DataSource) => Promise<T>): Promise<T> {
  const source = await createDataSource(await dataSourceOptions(schema, url)).initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

async function seeded(plan: Plan): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const options = await dataSourceOptions(schema, database.url);
  await migrate(options);
  await seed(options, plan);
  return database;
}

/** A hash of every row of every table. */
async function fingerprint(plan: Plan): Promise<string> {
  const database = await seeded(plan);
  try {
    return await withSource(database.url, async (source) => {
      const hash = createHash('sha256');
      for (const table of TABLES)
        hash.update(JSON.stringify(await source.query(`SELECT * FROM ${table} ORDER BY 1, 2`)));
      return hash.digest('hex');
    });
  } finally {
    await database.drop();
  }
}

describe('a seeded calendar', () => {
  let database: TestDatabase;
  let calendar: TestCalendar;

  beforeAll(async () => {
    database = await seeded(PLAN);
    calendar = await TestCalendar.start({}, database.url);
  });

  afterAll(async () => {
    await calendar.stop();
    await database.drop();
  });

  const numberOf = async (sql: string): Promise<number> => {
    const [row] = await withSource(database.url, (source) => source.query<{ n: number }[]>(`SELECT ${sql} AS n`));
    return Number(row!.n);
  };

  it('has the requested number of events, and other records in proportion', async () => {
    const counts = await withSource(database.url, (source) => recordCounts(source.manager));
    expect(counts).toMatchObject({ events: 300, venues: 5, organizers: 5, categories: 42, tags: 200 });
  });

  it.each(['en', 'fr'])('lists all published events in %s, those of the other language as well', async (language) => {
    const published = await numberOf("(SELECT COUNT(*) FROM events WHERE status = 'publish' AND hidden = FALSE)");
    const { status, body } = await calendar.get('/events?starts_after=2000-01-01', { language });
    expect({ status, total: body.total }).toEqual({ status: 200, total: published });
    const own = await numberOf(
      "(SELECT COUNT(*) FROM events e JOIN event_translations t ON t.recordId = e.id WHERE e.status = 'publish' " +
        `AND e.hidden = FALSE AND t.language = '${language}' AND t.borrowed = FALSE)`,
    );
    const exclusive = await calendar.get('/events?starts_after=2000-01-01&untranslated=exclude', { language });
    expect(exclusive.body.total).toBe(own);
    expect(own).toBeLessThan(published);
  });

  it('spreads them over six years, nine of ten shorter than eight hours', async () => {
    const [before, after] = await Promise.all([
      calendar.get('/events?starts_before=2027-05-31'),
      calendar.get('/events?starts_after=2027-06-01'),
    ]);
    expect(before.body.total).toBeGreaterThan(100);
    expect(after.body.total).toBeGreaterThan(100);
    const lengths = await withSource(database.url, (source) =>
      source.query<{ startWall: string; endWall: string }[]>('SELECT startWall, endWall FROM events'),
    );
    const hours = lengths.map(({ startWall, endWall }) => (Date.parse(endWall) - Date.parse(startWall)) / 3_600_000);
    const short = hours.filter((length) => length < 9).length;
    expect(short / hours.length).toBeGreaterThan(0.85);
    expect(short / hours.length).toBeLessThan(0.95);
    expect(Math.min(...hours)).toBeGreaterThan(0);
  });

  it.each(['categories', 'tags'])('counts the events of its %s', async (kind) => {
    const { body } = await calendar.get(`/${kind}?per_page=100&hide_empty=false&orderby=count&order=desc`);
    const [most] = body[kind];
    expect(most.count).toBeGreaterThan(5);
    const column = kind === 'tags' ? 'tagId' : 'categoryId';
    const links = `(SELECT COUNT(*) FROM event_${kind} l JOIN events e ON e.id = l.eventId WHERE e.status = 'publish'`;
    for (const { id, count } of body[kind]) expect(count).toBe(await numberOf(`${links} AND l.${column} = ${id})`));
  });

  it('finds events by their texts', async () => {
    const { body } = await calendar.get('/events?starts_after=2000-01-01&search=oeuvres', { language: 'fr' });
    expect(body.total).toBeGreaterThan(0);
    expect(JSON.stringify(body.events[0])).toMatch(/œuvres/i);
  });

  it('stores the same search texts as writes do', async () => {
    const { stored, events } = await withSource(database.url, async ({ manager }) => ({
      stored: await manager.find(EventSearchText, { order: { recordId: 'ASC', language: 'ASC' } }),
      events: await manager.find(Event, { relations: { translations: true }, order: { id: 'ASC' } }),
    }));
    expect(stored).toEqual(events.flatMap(searchTextsOf));
  });

  itWith('geoloc')('finds events near a city', async () => {
    const all = await calendar.get('/events?starts_after=2000-01-01&geoloc=true');
    const near = await calendar.get('/events?starts_after=2000-01-01&geoloc_lat=45&geoloc_lng=-75&geoloc_radius=5000');
    expect(near.body.total).toBe(all.body.total);
    expect(all.body.total).toBeGreaterThan(50);
  });

  it('returns each event by its slug', async () => {
    const { body } = await calendar.get('/events?starts_after=2000-01-01&per_page=5');
    const open = body.events.filter((event: { password_protected: boolean }) => !event.password_protected);
    for (const { id, slug } of open) expect((await calendar.get(`/events/by-slug/${slug}`)).body.id).toBe(id);
  });

  it('accepts writes', async () => {
    const venue = await calendar.post('/venues', { venue: 'Hall' }, { as: 'editor' });
    expect(venue.status).toBe(201);
    const event = {
      title: 'Concert',
      start_date: '2027-06-21 19:30',
      end_date: '2027-06-21 22:00',
      venue: venue.body.id,
    };
    expect((await calendar.post('/events', event, { as: 'editor' })).body).toMatchObject({ id: 301, slug: 'concert' });
    for (const path of ['/events/301', `/venues/${venue.body.id}`])
      await calendar.delete(`${path}?force=true`, { as: 'editor' }).expect(200);
  });

  it('is not seeded twice', async () => {
    const options = await dataSourceOptions(schema, database.url);
    await expect(seed(options, PLAN)).rejects.toThrow('calendar without records');
  });
});

it('the same options generate the same rows, another number generates others', async () => {
  const plan = { ...PLAN, events: 120 };
  const first = await fingerprint(plan);
  expect(await fingerprint(plan)).toBe(first);
  expect(await fingerprint({ ...plan, random: 2 })).not.toBe(first);
});

describe('an interrupted seed', () => {
  const plan = { ...PLAN, events: 1100 };
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
    await migrate(await options());
    const said = new AbortController();
    const onProgress = () => said.abort(new Error('Interrupted.'));
    await expect(seed(await options(), plan, { onProgress, signal: said.signal })).rejects.toThrow('Interrupted.');
    expect(await counts()).toMatchObject({ events: 1000, venues: 11 });
  });

  afterEach(() => database.drop());

  const options = () => dataSourceOptions(schema, database.url);
  const counts = () => withSource(database.url, ({ manager }) => recordCounts(manager));

  it('is restarted by the next one, after which nothing is left to restart', async () => {
    await seed(await options(), { ...plan, events: 60 });
    expect(await counts()).toEqual({ events: 60, venues: 5, organizers: 5, categories: 42, tags: 200 });
    await expect(seed(await options(), plan)).rejects.toThrow('must name a calendar without records');
  });

  it('is kept if there were writes since, except with --yes', async () => {
    const calendar = await TestCalendar.start({}, database.url);
    const { status } = await calendar.post('/tags', { name: 'Of somebody' }, { as: 'editor' });
    await calendar.stop();
    expect(status).toBe(201);
    await expect(seed(await options(), plan)).rejects.toThrow(
      /1000 events.+Something else was written.+--yes removes all/,
    );
    expect(await counts()).toMatchObject({ events: 1000, tags: 201 });
    await seed(await options(), { ...plan, events: 60 }, { removeAll: true });
    expect(await counts()).toMatchObject({ events: 60, tags: 200 });
  });
});

describe('a seeded calendar with series', () => {
  let database: TestDatabase;
  let calendar: TestCalendar;

  beforeAll(async () => {
    database = await seeded({ ...PLAN, from: thisMonth(), events: 310, occurrences: 40 });
    calendar = await TestCalendar.start({}, database.url);
  });

  afterAll(async () => {
    await calendar.stop();
    await database.drop();
  });

  type Shown = Record<string, unknown> & { id: number; occurrence: { series: number } | null };

  const listed = async (query: string): Promise<Shown[]> => {
    const { body } = await calendar.get(`/events?starts_after=2000-01-01&per_page=100&${query}`, { as: 'editor' });
    return body.events;
  };

  it('has the requested share of events in series, equal to those that the service makes of their rules', async () => {
    const all = (
      await Promise.all([1, 2, 3, 4].map((page) => listed(`status=any,trash&orderby=id&page=${page}`)))
    ).flat();
    expect(all.length).toBeGreaterThan(300);
    const members = all.filter(({ occurrence }) => occurrence);
    expect(members.length / all.length).toBeGreaterThan(0.3);
    expect(members.length / all.length).toBeLessThan(0.5);
    const series = members.filter(({ id, occurrence }) => occurrence!.series === id);
    expect(series.length).toBeGreaterThan(1);
    const open = series.find(({ status, hide_from_listings: hidden }) => status === 'publish' && !hidden)!;
    const query = `post_parent=${open.id}`;
    const before = await listed(query);
    expect(before).toHaveLength(49);
    // A write of the series changes only the given fields.
    await calendar.patch(`/events/${open.id}`, { cost: '12345' }, { as: 'editor' }).expect(200);
    const untold = ['cost', 'cost_details', 'modified', 'modified_utc', 'modified_by'];
    const rest = (events: Shown[]) =>
      events.map((event) => Object.fromEntries(Object.entries(event).filter(([name]) => !untold.includes(name))));
    expect(rest(await listed(query))).toEqual(rest(before));
  });
});

function thisMonth(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

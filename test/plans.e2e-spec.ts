import { DataSource, type Logger } from 'typeorm';
import { createDataSource, dataSourceOptions } from '../src/database/data-source.js';
import { migrate } from '../src/database/migrate.js';
import { schema } from '../src/schema.js';
import { seed } from '../src/seed/seed.js';
import { TestCalendar } from './support/test-calendar.js';
import { createTestDatabase, isServerTested, type TestDatabase } from './support/test-database.js';

/** Enough for the optimizer to have a choice. */
const EVENTS = 5000;
const FROM = new Date('2026-06-01T00:00:00Z');

/** A line of EXPLAIN. */
interface Step {
  readonly select_type: string;
  readonly table: string;
  readonly type: string;
  readonly key: string | null;
  readonly rows: number;
  readonly Extra: string;
}

let database: TestDatabase;
let calendar: TestCalendar;

/** A tag that says it has more events than are counted one by one. */
const MANY_EVENTS = 2;

async function start(): Promise<void> {
  database = await createTestDatabase();
  const options = await dataSourceOptions(schema, database.url);
  await migrate(options);
  await seed(options, { events: EVENTS, random: 1, occurrences: 33, from: FROM });
  const source = await createDataSource(options).initialize();
  await source.query(`UPDATE tags SET count = count + 1000000 WHERE id = ${MANY_EVENTS}`);
  await source.destroy();
  // Keeps nothing, so that every request runs its statements, all on one connection, which tells what it has read.
  calendar = await TestCalendar.start({ CACHE_MB: '0', DATABASE_POOL: '1' }, database.url);
  if (!isServerTested()) return;
  const links = ['event_venues', 'event_organizers', 'event_categories', 'event_tags'];
  const others = ['event_translations', 'event_search_texts', 'listed_days', 'venues', 'venue_locations'];
  await calendar.app.get(DataSource).query(`ANALYZE TABLE events, ${[...others, ...links].join(', ')}`);
}

async function stop(): Promise<void> {
  await calendar.stop();
  await database.drop();
}

/** The statements of a request with their parameters, but those of the Publisher. */
async function statementsOf(path: string): Promise<{ sql: string; parameters: unknown[] }[]> {
  const source = calendar.app.get(DataSource);
  const statements: { sql: string; parameters: unknown[] }[] = [];
  const ignore = () => undefined;
  const usual = source.logger;
  source.logger = {
    logQuery: (sql: string, parameters: unknown[] = []) => void statements.push({ sql, parameters }),
    ...{ logQueryError: ignore, logQuerySlow: ignore, logSchemaBuild: ignore, logMigration: ignore, log: ignore },
  } satisfies Logger;
  try {
    await calendar.get(path).expect(200);
  } finally {
    source.logger = usual;
  }
  return statements.filter(({ sql }) => sql.startsWith('SELECT') && !sql.includes('publishedAt` ASC'));
}

/** How the database goes through the tables of those statements of a request. MySQL 9 explains as a tree unless told otherwise. */
async function plan(path: string, which: (sql: string) => boolean = () => true): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { sql, parameters } of (await statementsOf(path)).filter(({ sql }) => which(sql)))
    steps.push(...(await calendar.app.get(DataSource).query<Step[]>(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, parameters)));
  return steps;
}

/** Statements that load whole records by their ids join their texts. */
const finds = (sql: string) => !sql.includes('LEFT JOIN');

/** The steps that find the ids of a page and the total: in the tables of events, of their links and of days. */
async function findingSteps(path: string): Promise<Step[]> {
  return (await plan(path, finds)).filter(({ table }) => ['event', 'link', 'other', 'listed_days'].includes(table));
}

const START = 'IX_events_start';
const DURATION = 'IX_events_duration';
const DAYS = 'PRIMARY of listed_days';

/** Parameters of a list, with the indexes that it may read. */
const LISTS: Record<string, string[]> = {
  '': [START, DURATION, DAYS],
  'order=desc': [START, DURATION, DAYS],
  'page=100': [START, DURATION, DAYS],
  'start_date=2025-03-03&end_date=2025-03-03': [START],
  'starts_before=2025-03-03': [START, DAYS],
  'starts_after=2025-03-03': [START, DAYS],
  'ends_before=2025-03-03': [START, DURATION, DAYS],
  'ends_after=2025-03-03': [START, DURATION, DAYS],
  'from=2025-03-03&to=2025-03-03': [START, DURATION],
  'starts_before=2025-03-03&ends_after=2025-03-03': [DURATION],
  'featured=true': [START, DURATION, DAYS],
  'categories=3': ['IX_event_categories_start'],
  'categories=3,4': ['IX_event_categories_start'],
  'tags=1': ['IX_event_tags_start'],
  [`tags=${MANY_EVENTS}`]: ['IX_event_tags_start', 'IX_event_tags_duration', DAYS],
  'venue=1': ['IX_event_venues_start'],
  'venue=1&from=2025-03-03': ['IX_event_venues_start', 'IX_event_venues_duration'],
  'venue=1&categories=3': ['IX_event_venues_start', 'PRIMARY of other'],
  'exclude=7,8,9': [START, DURATION, DAYS, 'PRIMARY of event'],
  'categories=3&exclude=7': ['IX_event_categories_start'],
  'categories=3&featured=true': ['IX_event_categories_start'],
  'organizer=1': ['IX_event_organizers_start'],
  'post_parent=7&start_date=2020-01-01&end_date=2031-01-01': ['IX_events_parent'],
};

/** By how much the sum of some numbers grows that the server keeps of what it does for this service. */
async function growthOf(names: string, act: () => Promise<unknown>): Promise<number> {
  const sum = async () => {
    const rows = await calendar.app.get(DataSource).query<{ Value: string }[]>(`SHOW SESSION STATUS LIKE '${names}'`);
    return rows.reduce((all, { Value }) => all + Number(Value), 0);
  };
  const before = await sum();
  await act();
  return (await sum()) - before;
}

const nameOf = ({ key, table }: Step) => (key === 'PRIMARY' ? `PRIMARY of ${table}` : key);

(isServerTested() ? describe : describe.skip)('the plans of lists (on a server; SQLite has no such EXPLAIN)', () => {
  beforeAll(start);
  afterAll(stop);

  it.each(Object.entries(LISTS))('?%s reads stretches of indexes, in their order', async (parameters, keys) => {
    const steps = await findingSteps(`/events?per_page=1&${parameters}`);
    expect(new Set(steps.map(nameOf))).toEqual(new Set(keys));
    for (const { key, type, Extra } of steps) {
      // A range, not a reference to the status alone: that would be all the past as well.
      expect(type).toMatch(key === 'PRIMARY' ? /range|eq_ref|const/ : /^range$/);
      expect(Extra).not.toMatch(/filesort|temporary/);
      if (key !== 'PRIMARY') expect(Extra).toContain('Using index');
    }
  });

  it.each(['orderby=modified', 'modified_after=2025-01-01', 'untranslated=only', 'status=publish&author=1'])(
    '?%s does not go by the status alone',
    async (parameters) => {
      const steps = await findingSteps(`/events?per_page=1&${parameters}`);
      expect(steps.length).toBeGreaterThan(0);
      for (const { key, type } of steps) {
        expect(key).not.toBe('IX_events_scheduled');
        expect(type).toMatch(/range|ref|const/);
      }
    },
  );

  it('the records that events are linked to are found by the links, which are found by the events', async () => {
    const links = (sql: string) => sql.includes('FROM event_venues link');
    const steps = (await plan('/events?per_page=100', links)).filter(({ table }) => ['link', 'record'].includes(table));
    expect(steps.map(({ table }) => table)).toEqual([
      'link',
      'record',
      'link',
      'record',
      'link',
      'record',
      'link',
      'record',
    ]);
    for (const { type, table } of steps) expect(type).toMatch(table === 'link' ? /range|ref/ : /eq_ref/);
    // Not only since the statistics are those of what is there.
    for (const { sql } of await statementsOf('/events')) if (links(sql)) expect(sql).toContain('link STRAIGHT_JOIN');
  });

  it.each(['price=free', 'orderby=title', 'orderby=end_date', 'modified_after=2025-01-01', 'untranslated=exclude'])(
    '?venue=1&%s begins with the links of the venue',
    async (parameters) => {
      const steps = await plan(`/events?${parameters}&venue=1`, (sql) => finds(sql) && sql.includes('LIMIT'));
      expect(steps.find(({ table }) => ['link', 'event', 'shown', 'text'].includes(table))).toMatchObject({
        table: 'link',
      });
    },
  );

  it.each(['exclude', 'only'])(
    '?untranslated=%s is added up by days; texts are looked at for the rest',
    async (value) => {
      const steps = await plan(`/events?per_page=1&untranslated=${value}`, (sql) => sql.includes('listed_days'));
      const keys = steps.map(({ table, type, key }) => (key === 'PRIMARY' ? `${table} by ${type}` : key));
      const events = keys.filter((key) => key === START || key === DURATION);
      expect(events.length).toBeGreaterThan(1);
      expect(new Set(keys.filter(Boolean))).toEqual(new Set([...events, 'text by eq_ref', 'listed_days by range']));
    },
  );

  it('where to begin for a page of untranslated events is left to the optimizer, and told it for their number', async () => {
    const [page, total] = (await statementsOf('/events?per_page=1&untranslated=only&author=1')).filter(({ sql }) =>
      finds(sql),
    );
    expect(page!.sql).toMatch(/LIMIT 1$/);
    expect(page!.sql).not.toContain('NO_INDEX');
    expect(total!.sql).toContain('NO_INDEX');
  });

  it('the first ones by title are read in the order of titles', async () => {
    const [first, ...others] = await plan('/events?per_page=1&orderby=title&from=2020-01-01', (sql) =>
      sql.includes('nameKey ASC'),
    );
    expect(first).toMatchObject({ table: 'shown', key: 'IX_event_translations_name' });
    expect(first!.Extra).not.toMatch(/filesort|temporary/);
    expect(others).toMatchObject([{ table: 'event', type: 'eq_ref' }]);
  });

  it('events without a place are asked one by one, and no table is made of all that have one', async () => {
    const steps = await plan('/events?geoloc=false', (sql) => sql.includes('venue_locations'));
    expect(steps.map(({ table }) => table)).toContain('located');
    expect(steps.map(({ select_type: type }) => type)).not.toContain('MATERIALIZED');
  });

  it.each(['next', 'series'])(
    'the series that occurrences=%s counts are told by a look at each',
    async (occurrences) => {
      const steps = await plan(`/events?per_page=1&occurrences=${occurrences}`, (sql) => sql.includes('AS total'));
      const [first, ...others] = steps.filter(({ Extra }) => Extra?.includes('Using index for group-by'));
      expect(first).toMatchObject({ type: 'range', key: 'IX_events_series' });
      expect(others).toEqual([]);
      const counted = steps.filter(({ table, key }) => table === 'event' && key !== 'PRIMARY');
      for (const { key } of counted) expect([START, DURATION, 'IX_events_series']).toContain(key);
    },
  );

  it('a page of occurrences=series has its series from the index of series, and no others are asked', async () => {
    const steps = await plan('/events?per_page=2&occurrences=series', (sql) => sql.includes('UNION'));
    expect(steps.some(({ Extra }) => Extra?.includes('Using index for group-by'))).toBe(true);
    expect(steps).toContainEqual(expect.objectContaining({ table: 'event', type: 'eq_ref', key: 'PRIMARY' }));
  });

  it('events of which each series counts once beside other filters are counted in the index of lists', async () => {
    const path = '/events?per_page=1&occurrences=next&featured=true';
    const steps = await plan(path, (sql) => sql.includes('COUNT(DISTINCT'));
    expect(steps).toMatchObject([{ table: 'event', type: 'range', key: START }]);
    expect(steps[0]!.Extra).toContain('Using index');
  });

  it('a search looks through the texts of its window once', async () => {
    const steps = await plan('/events?per_page=1&search=concert&from=2025-01-01', (sql) => sql.includes('INSTR'));
    const texts = steps.filter(({ table }) => table === 'found');
    expect(texts.length).toBeGreaterThan(0);
    for (const { key, type } of texts) expect([key, type]).not.toEqual(['IX_event_search_texts_record', 'ref']);
  });

  it('a search for what few texts may have reads these, and of all others an index that has their signatures', async () => {
    const steps = await plan('/events?per_page=1&search=zzqqy&start_date=2026-01-01', (sql) => sql.includes('INSTR'));
    expect(steps.filter(({ table }) => table === 'found')).toMatchObject([
      {
        type: 'range',
        key: 'IX_event_search_texts_signature',
        Extra: expect.stringContaining('Using index condition'),
      },
    ]);
    expect(steps.filter(({ table }) => table === 'event')).toMatchObject([{ type: 'eq_ref', key: 'PRIMARY' }]);
  });

  it('one day is found among the events of that day', async () => {
    const steps = await findingSteps('/events?per_page=2&start_date=2025-03-03&end_date=2025-03-03');
    expect(steps.length).toBeGreaterThan(0);
    for (const { rows } of steps) expect(Number(rows)).toBeLessThan(20);
  });

  it('what runs on a day is found among what can have begun since', async () => {
    const steps = await findingSteps('/events?per_page=2&from=2025-03-03&to=2025-03-03');
    expect(steps.length).toBeGreaterThan(8);
    for (const { rows } of steps) expect(Number(rows)).toBeLessThan(20);
  });

  it.each(['event_status=cancelled', 'attendance=online', 'price=free', 'author=1'])(
    'so are those of them with %s, and what begins later in its order',
    async (parameters) => {
      const steps = (await findingSteps(`/events?per_page=2&from=2025-03-03&${parameters}`)).filter(
        ({ table }) => table === 'event',
      );
      const running = steps.filter(({ key }) => key === DURATION);
      expect(running.length).toBeGreaterThan(5);
      for (const { rows } of running) expect(Number(rows)).toBeLessThan(20);
      for (const { key, type } of steps) {
        expect([START, DURATION, 'IX_events_author']).toContain(key);
        expect(type).toBe('range');
      }
    },
  );

  it.each([
    'featured=true&ticketed=true',
    'categories=3&price=free',
    'tags=1&attendance=online',
    'author=1&price=free',
    'modified_after=2020-01-01',
    'orderby=modified',
    'orderby=title&order=desc',
    'geoloc=false',
    'search=concert',
    'search=concert&search_in=all&order=desc',
    'occurrences=next',
    'occurrences=next&price=free',
    'occurrences=series&price=free',
  ])('what overlaps a day is found without a walk through the past: ?%s', async (parameters) => {
    const path = `/events?per_page=3&from=2028-03-03&to=2028-03-03&${parameters}`;
    const read = await growthOf('Handler_read%', () => calendar.get(path).expect(200));
    expect(read).toBeLessThan(EVENTS / 2);
  });

  it('a list goes through no more when it is asked for again', async () => {
    for (let times = 0; times < 2; times += 1) await calendar.get('/events').expect(200);
    // MariaDB would take a prepared statement to need what others have read of the same table, which no index has.
    const attempts = await growthOf('Handler_icp_attempts', () => calendar.get('/events').expect(200));
    expect(attempts).toBeLessThan(100);
  });

  it('`include` reads the events it names', async () => {
    const steps = await findingSteps('/events?include=1,2,3');
    expect(steps.map(({ key, rows }) => [key, Number(rows)])).toEqual([['PRIMARY', 3]]);
  });

  it('an event is found by its slug without a look at others', async () => {
    const [{ slug }] = (await calendar.get('/events?per_page=100')).body.events.filter(
      (event: { password_protected: boolean }) => !event.password_protected,
    );
    const steps = await plan(`/events/by-slug/${slug}`);
    expect(steps.map(({ key }) => key)).toContain('UQ_event_translations_slug');
    for (const { table, type } of steps.filter(({ table }) => table?.startsWith('Event')))
      expect([table, type]).not.toEqual([table, expect.stringMatching(/^(ALL|index)$/)]);
  });
});

(isServerTested() ? describe.skip : describe)('the plans of lists on SQLite', () => {
  beforeAll(start);
  afterAll(stop);

  it('a search for what few texts may have begins with their signatures, and looks up the events of those that have it', async () => {
    const [search] = (await statementsOf('/events?search=zzqqy&start_date=2026-01-01')).filter(({ sql }) =>
      sql.includes('INSTR'),
    );
    // A function that the thread has in which such statements run.
    const sql = search!.sql.replaceAll('still_wanted()', 'TRUE');
    const steps = await calendar.app.get(DataSource).query<{ detail: string }[]>(
      `EXPLAIN QUERY PLAN ${sql}`,
      search!.parameters.map(() => null),
    );
    const tables = steps.flatMap(({ detail }) => /^(?:SEARCH|SCAN) \w+ USING .+?(?= \()/.exec(detail) ?? []);
    expect(tables).toEqual([
      'SEARCH signed USING COVERING INDEX IX_event_search_texts_signature',
      'SEARCH found USING PRIMARY KEY',
      'SEARCH event USING INTEGER PRIMARY KEY',
    ]);
  });
});

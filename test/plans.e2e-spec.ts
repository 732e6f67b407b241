import { DataSource, type Logger } from 'typeorm';
import { dataSourceOptions } from '../src/database/data-source.js';
import { migrate } from '../src/database/migrate.js';
import { schema } from '../src/schema.js';
import { seed } from '../tools/seed/seed.js';
import { TestCalendar } from './support/test-calendar.js';
import { fixPresent } from './support/present.js';
import { createTestDatabase, isServerTested, type TestDatabase } from './support/test-database.js';

fixPresent();

/** Enough events for the optimizer to have a choice. */
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

async function start(): Promise<void> {
  database = await createTestDatabase();
  const options = await dataSourceOptions(schema, database.url);
  await migrate(options);
  await seed(options, { events: EVENTS, random: 1, occurrences: 33, from: FROM });
  // Without caches, so that every request runs its statements, all on one connection, whose counters are read.
  calendar = await TestCalendar.start({ CACHE_MB: '0', DATABASE_POOL: '1' }, database.url);
  if (!isServerTested()) return;
  const joins = ['event_venues', 'event_organizers', 'event_categories', 'event_tags'];
  const others = ['event_translations', 'event_search_texts', 'venues', 'venue_locations'];
  await calendar.app.get(DataSource).query(`ANALYZE TABLE events, ${[...others, ...joins].join(', ')}`);
}

async function stop(): Promise<void> {
  await calendar.stop();
  await database.drop();
}

/** The statements of a request with their parameters, except those of the publisher. */
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

/** The plans of these statements. MySQL 9 explains as a tree by default. */
async function plan(path: string, which: (sql: string) => boolean = () => true): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { sql, parameters } of (await statementsOf(path)).filter(({ sql }) => which(sql)))
    steps.push(...(await calendar.app.get(DataSource).query<Step[]>(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, parameters)));
  return steps;
}

/** Statements that load whole records by their ids join their texts. */
const finds = (sql: string) => !sql.includes('LEFT JOIN');

/** The steps of the statements that find the ids of a page and the total. */
async function findingSteps(path: string): Promise<Step[]> {
  return (await plan(path, finds)).filter(({ table }) => ['event', 'relation'].includes(table));
}

/** Lists that are read from the index of starts, in its order. */
const BY_START = [
  '',
  'order=desc',
  'page=100',
  'start_date=2025-03-03&end_date=2025-03-03',
  'starts_before=2025-03-03',
  'starts_after=2025-03-03',
  'ends_before=2025-03-03',
  'from=2025-03-03&to=2025-03-03',
  'featured=true',
  'price=free',
  'exclude=7,8,9',
];

(isServerTested() ? describe : describe.skip)(
  'the query plans of lists (servers only; SQLite has no such EXPLAIN)',
  () => {
    beforeAll(start);
    afterAll(stop);

    it.each(BY_START)('?%s reads a range of the index of starts, in its order, and no rows', async (parameters) => {
      const steps = await findingSteps(`/events?per_page=1&${parameters}`);
      expect(steps.length).toBe(2);
      for (const { key, type, Extra } of steps) {
        // A lookup by the status alone would read all past events as well.
        expect([key, type]).toEqual(['IX_events_start', 'range']);
        expect(Extra).toContain('Using index');
        expect(Extra).not.toMatch(/filesort|temporary/);
      }
    });

    it.each(['venue=1', 'organizer=1', 'categories=3', 'tags=1', 'venue=1&categories=3'])(
      '?%s reads the relations of the named records and no whole table',
      async (parameters) => {
        const steps = await findingSteps(`/events?per_page=1&${parameters}`);
        expect(steps.some(({ table }) => table === 'relation')).toBe(true);
        for (const { table, type } of steps)
          expect([table, type]).not.toEqual([table, expect.stringMatching(/^(ALL|index)$/)]);
      },
    );

    it.each(['orderby=modified', 'modified_after=2025-01-01', 'untranslated=only', 'status=publish&author=1'])(
      '?%s does not use the index of statuses alone',
      async (parameters) => {
        const steps = await findingSteps(`/events?per_page=1&${parameters}`);
        expect(steps.length).toBeGreaterThan(0);
        for (const { key, type } of steps) {
          expect(key).not.toBe('IX_events_scheduled');
          expect(type).toMatch(/range|ref|const/);
        }
      },
    );

    it('related records are found by the relations, which are found by the events', async () => {
      const relations = (sql: string) => sql.includes('FROM event_venues relation');
      const steps = (await plan('/events?per_page=100', relations)).filter(({ table }) =>
        ['relation', 'record'].includes(table),
      );
      expect(steps.map(({ table }) => table)).toEqual([
        'relation',
        'record',
        'relation',
        'record',
        'relation',
        'record',
        'relation',
        'record',
      ]);
      for (const { type, table } of steps) expect(type).toMatch(table === 'relation' ? /range|ref/ : /eq_ref/);
      // The plan does not depend on current statistics.
      for (const { sql } of await statementsOf('/events'))
        if (relations(sql)) expect(sql).toMatch(/relation\s+STRAIGHT_JOIN/);
    });

    it('events without a place are checked one by one, without a table of all that have one', async () => {
      const steps = await plan('/events?geoloc=false', (sql) => sql.includes('venue_locations'));
      expect(steps.map(({ table }) => table)).toContain('located');
      expect(steps.map(({ select_type: type }) => type)).not.toContain('MATERIALIZED');
    });

    it('`include` reads the given events only', async () => {
      const steps = await findingSteps('/events?include=1,2,3');
      expect(steps.map(({ key, rows }) => [key, Number(rows)])).toEqual([
        ['PRIMARY', 3],
        ['PRIMARY', 3],
      ]);
    });

    it.each(['/events?search=conecrt', '/events?search=conecrt&search_in=all', '/search-suggestions?q=tingm'])(
      '%s reads ranges of the index of words, and events by their ids',
      async (path) => {
        const steps = await plan(path, (sql) => /search_word|event_words|owned/.test(sql));
        const tables = [
          'search_word_endings',
          'search_words',
          'word',
          'word0',
          'event_words',
          'owned',
          'date',
          'found',
          'shown',
        ];
        const read = steps.filter(({ table }) => [...tables, 'event'].includes(table));
        expect(read.length).toBeGreaterThan(3);
        for (const { table, type } of read)
          expect([table, type]).not.toEqual([table, expect.stringMatching(/^(ALL|index)$/)]);
      },
    );

    it.each(['event', 'venue'])('%s: a slug is looked up without reading other records', async (kind) => {
      const { body } = await calendar.get(`/${kind}s?per_page=100`);
      const records = body[`${kind}s`] as { slug: string; password_protected?: boolean }[];
      const { slug } = records.find((record) => record.password_protected !== true)!;
      const steps = await plan(`/${kind}s/by-slug/${slug}`, (sql) => sql.includes('text.slug'));
      expect(steps.map(({ key }) => key)).toContain(`UQ_${kind}_translations_slug`);
      for (const { table, type } of steps)
        expect([table, type]).not.toEqual([table, expect.stringMatching(/^(ALL|index)$/)]);
    });
  },
);

import { type DataSource } from 'typeorm';
import { ListedDays1790000420000 } from '../src/events/1790000420000-listed-days.js';
import { ListedBelow1790000450000 } from '../src/events/1790000450000-listed-below.js';
import { ListedStates1790000460000 } from '../src/events/1790000460000-listed-states.js';
import { ListedAuthors1790000470000 } from '../src/events/1790000470000-listed-authors.js';
import { SeriesDays1790000480000 } from '../src/events/1790000480000-series-days.js';
import { CategoryAncestors1790000440000 } from '../src/categories/1790000440000-category-ancestors.js';
import { LINKS } from '../src/events/links/links.js';
import { createDataSource, dataSourceOptions } from '../src/database/data-source.js';
import { migrate } from '../src/database/migrate.js';
import { schema } from '../src/schema.js';
import { EVENT_STATUSES } from '../src/events/states.js';
import { seed } from '../src/seed/seed.js';
import { statementsDuring } from './support/statements.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

const EVENTS = 3000;

/** A tag that says it has more events than are counted one by one; nearly all events are given it. */
const OF_MANY = 2;

/** A category that all others stand below says so, too. */
const ABOVE_ALL = 1;

const ALL = 'start_date=2000-01-01&end_date=2050-01-01';

/** Lists of more than 2,000 events, cut off in the middle of days and not. */
const LISTS = [
  ALL,
  `${ALL}&order=desc`,
  'start_date=2024-06-03 14:17&end_date=2028-11-05 18:31&strict_dates=true',
  'start_date=2024-06-03 05:59&end_date=2028-11-05 03:02&strict_dates=true&order=desc',
  'ends_before=2029-01-01',
  'ends_before=2029-01-01&order=desc',
  'starts_after=2024-01-01',
  'starts_after=2024-01-01&order=desc',
  'from=2023-12-01',
  `${ALL}&exclude=1,2,3,4,5,6,7,8,9,10,1000,2000,3000`,
  `${ALL}&tags=${OF_MANY}`,
  `${ALL}&tags=${OF_MANY}&order=desc`,
  `${ALL}&tags=${OF_MANY}&featured=false`,
  `${ALL}&categories=${ABOVE_ALL}`,
  `${ALL}&categories=${ABOVE_ALL}&order=desc`,
  `start_date=2024-06-03 14:17&end_date=2028-11-05 18:31&strict_dates=true&categories=${ABOVE_ALL}`,
  `${ALL}&featured=false`,
];

/** What events are and whose, by which they are counted, alone and beside other filters. */
const STATES = [
  ...[
    'author=1',
    'author=2,1,99',
    'author=1,2,3,4,5,6',
    'author=1,1',
    'author=99',
    'author=1&exclude=1,2,3,4,5,6,7,8,9,10',
  ],
  ...['author=1&event_status=cancelled', 'author=1&featured=false', `author=1&categories=${ABOVE_ALL}`],
  'author=1&untranslated=exclude',
  ...['occurrences=next', 'occurrences=series', 'occurrences=next&exclude=1,2,3', 'occurrences=series&featured=false'],
  ...['occurrences=next&author=1', 'occurrences=series&price=free', `occurrences=next&categories=${ABOVE_ALL}`],
  'event_status=cancelled',
  'event_status=scheduled',
  'event_status=scheduled,full,cancelled',
  `event_status=${EVENT_STATUSES.join()}`,
  'attendance=online,mixed',
  'attendance=offline',
  'price=free',
  'price=paid',
  'price=paid&exclude=1,2,3,4,5,6,7,8,9,10',
  'event_status=scheduled&exclude=1,2,3,4,5,6,7,8,9,10',
  'event_status=scheduled&attendance=offline',
  'event_status=scheduled&featured=true',
  `attendance=online&categories=${ABOVE_ALL}`,
  'event_status=scheduled&untranslated=exclude',
];

const WINDOWS = [
  ALL,
  'start_date=2026-06-03 14:17&end_date=2026-11-05 18:31&strict_dates=true',
  'from=2026-08-01 09:30&to=2026-09-02',
  'ends_before=2026-12-01 12:00',
  // What runs at a moment, and nothing that begins later.
  'starts_before=2026-07-01 09:30&ends_after=2026-07-01 09:30&strict_dates=true',
];

let database: TestDatabase;
let calendar: TestCalendar;

beforeAll(async () => {
  database = await createTestDatabase();
  const options = await dataSourceOptions(schema, database.url);
  await migrate(options);
  await seed(options, { events: EVENTS, random: 1, from: new Date('2026-06-01T00:00:00Z'), occurrences: 33 });
  const source = await createDataSource(options).initialize();
  await linkMany(source);
  await source.destroy();
  calendar = await TestCalendar.start({ CACHE_MB: '0' }, database.url);
});

/** Links what has a category to the tag as well, puts all categories below one, and counts by days anew. */
async function linkMany(source: DataSource): Promise<void> {
  const { columns } = source.getMetadata(LINKS.find(({ table }) => table === 'event_tags')!.entity);
  const copied = columns.map(({ databaseName }) => databaseName).filter((name) => name !== 'tagId');
  await source.query(`DELETE FROM event_tags WHERE tagId = ${OF_MANY}`);
  await source.query(
    `INSERT INTO event_tags (tagId, ${copied.join(', ')}) ` +
      `SELECT DISTINCT ${[OF_MANY, ...copied].join(', ')} FROM event_categories`,
  );
  await source.query(`UPDATE tags SET count = 1000000 WHERE id = ${OF_MANY}`);
  await source.query(`UPDATE categories SET count = 1000000 WHERE id = ${ABOVE_ALL}`);
  await source.query(`UPDATE categories SET parentId = ${ABOVE_ALL} WHERE parentId IS NULL AND id <> ${ABOVE_ALL}`);
  const runner = source.createQueryRunner();
  const days = new ListedDays1790000420000();
  await days.down(runner);
  const later = [
    ...[CategoryAncestors1790000440000, ListedBelow1790000450000],
    ...[ListedStates1790000460000, ListedAuthors1790000470000, SeriesDays1790000480000],
  ];
  for (const made of [days, ...later.map((Migration) => new Migration())]) await made.up(runner);
  await runner.release();
}

afterAll(async () => {
  await calendar.stop();
  await database.drop();
});

/** All that a list has, read from the beginning: `.csv` has so many in one page, each in a line that begins with its id. */
async function wholeList(query: string, options: RequestOptions): Promise<number[]> {
  const { text } = await calendar.get(`/events.csv?${query}&per_page=10000`, options).expect(200);
  return [...text.matchAll(/^(\d+),/gm)].map(([, id]) => Number(id));
}

async function idsOf(query: string, options: RequestOptions): Promise<{ ids: number[]; total: number }> {
  const { body } = await calendar.get(`/events?${query}&_fields=id`, options).expect(200);
  return { ids: (body.events as { id: number }[]).map(({ id }) => id), total: body.total };
}

const READ_FROM_A_DAY = [
  ALL,
  `${ALL}&order=desc`,
  `${ALL}&tags=${OF_MANY}`,
  `${ALL}&categories=${ABOVE_ALL}`,
  'starts_after=2024-01-01&order=desc',
];

it.each(['a visitor', 'a contributor', 'an editor'])(
  'totals by what events are, for %s, are those of the whole list',
  async (who) => {
    const role = who.split(' ')[1] as 'visitor' | 'contributor' | 'editor';
    const options: RequestOptions = role === 'visitor' ? {} : { key: calendar.keys[role] };
    let found = 0;
    for (const window of WINDOWS)
      for (const state of STATES) {
        const query = `${window}&${state}`;
        const { total } = await idsOf(query, options);
        expect([query, total]).toEqual([query, (await wholeList(query, options)).length]);
        if (total > 0) found += 1;
      }
    expect(found).toBeGreaterThan(50);
  },
);

describe.each([
  ['a visitor', LISTS],
  ['a contributor', READ_FROM_A_DAY],
])('for %s', (who, lists) => {
  const options = (): RequestOptions => (who === 'a visitor' ? {} : { key: calendar.keys.contributor });

  it.each(lists)('pages far down are those of the whole list: ?%s', async (query) => {
    const ids = await wholeList(query, options());
    const total = ids.length;
    expect(total).toBeGreaterThan(2100);
    const pages = [
      [201, 10],
      [41, 50],
      [Math.ceil(total / 70), 70],
    ] as const;
    for (const [page, size] of pages) {
      const expected = { ids: ids.slice((page - 1) * size, page * size), total };
      expect(await idsOf(`${query}&page=${page}&per_page=${size}`, options())).toEqual(expected);
    }
    await calendar.get(`/events?${query}&page=${Math.ceil(total / 70) + 1}&per_page=70`, options()).expect(404);
  });

  it.each(READ_FROM_A_DAY)('a page far down is read from its day on: ?%s', async (query) => {
    const statements = await statementsDuring(calendar, () => idsOf(`${query}&page=201`, options()));
    const offsets = statements.flatMap((sql) => [...sql.matchAll(/OFFSET (\d+)/g)].map(([, rows]) => Number(rows)));
    expect(offsets).toHaveLength(1);
    expect(offsets[0]).toBeLessThan(100);
  });
});

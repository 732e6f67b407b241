import { setTimeout as sleep } from 'node:timers/promises';
import { describeEach, publishedResources } from './support/resources.js';
import { allStatementsDuring, isOfPublisher } from './support/statements.js';
import { TestCalendar } from './support/test-calendar.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

/** Two instances on one database, as behind a load balancer. */
let database: TestDatabase;
let calendar: TestCalendar;
let other: TestCalendar;

beforeAll(async () => {
  database = await createTestDatabase();
  calendar = await TestCalendar.start({ CACHE_MAX_AGE: '60' }, database.url);
  other = await TestCalendar.start({ CACHE_MAX_AGE: '60' }, database.url);
});

afterAll(async () => {
  await other.stop();
  await calendar.stop();
  await database.drop();
});

const maxAgeOf = async (path: string) => {
  const { headers } = await calendar.get(path).expect(200);
  return Number(/max-age=(\d+)/.exec(String(headers['cache-control']))?.[1]);
};

/** The time in so many milliseconds, in whole seconds. */
const inTime = (milliseconds: number) => new Date(Math.ceil((Date.now() + milliseconds) / 1000) * 1000);

describeEach(publishedResources, 'a scheduled record of %s', ({ path, minimalBody }) => {
  const schedule = (date: Date, query = '') =>
    calendar.post(`${path}${query}`, { ...minimalBody, date: date.toISOString() }, { as: 'editor' }).expect(201);

  it('limits the caching of lists, whatever fields its response has', async () => {
    const date = inTime(4000);
    expect(await maxAgeOf(path)).toBe(60);
    const { body } = await schedule(date, '?_fields=id');
    expect(Object.keys(body as object)).toEqual(['id']);
    expect(await maxAgeOf(path)).toBeLessThanOrEqual((date.getTime() - Date.now()) / 1000 + 1);
    await sleep(date.getTime() + 1000 - Date.now());
    await calendar.get(`${path}/${body.id}`).expect(200);
    expect(await maxAgeOf(path)).toBe(60);
  });

  it('appears on every instance within a second of its date', async () => {
    const date = inTime(1500);
    const { body } = await schedule(date);
    await other.get(`${path}/${body.id}`).expect(404);
    await sleep(date.getTime() + 1000 - Date.now());
    for (const instance of [calendar, other]) {
      const { body: shown } = await instance.get(`${path}/${body.id}`).expect(200);
      expect(shown.status).toBe('publish');
      const { body: list } = await instance.get(`${path}?include=${body.id}`).expect(200);
      expect(list.total).toBe(1);
    }
  });
});

describe('the publisher', () => {
  it('asks the database nothing about scheduled records while nothing is written or due', async () => {
    await sleep(2500);
    const idle = await allStatementsDuring(calendar, () => sleep(2500), isOfPublisher);
    expect(idle).toEqual([]);
  });

  it('looks for records that another instance has scheduled', async () => {
    const [{ path, minimalBody }] = publishedResources as [(typeof publishedResources)[number]];
    const statements = await allStatementsDuring(
      calendar,
      async () => {
        await other.post(path, { ...minimalBody, date: '2099-01-01' }, { as: 'editor' }).expect(201);
        await sleep(2000);
      },
      isOfPublisher,
    );
    expect(statements.length).toBeGreaterThan(0);
  });
});

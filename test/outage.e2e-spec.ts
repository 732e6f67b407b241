import { setTimeout as sleep } from 'node:timers/promises';
import { Proxy } from './support/proxy.js';
import { TestCalendar } from './support/test-calendar.js';
import { createTestDatabase, isServerTested, type TestDatabase } from './support/test-database.js';

// A file does not go away.
(isServerTested() ? describe : describe.skip)('while the database', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let calendar: TestCalendar;

  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    proxy = await Proxy.to(Number(url.port || 3306));
    url.port = String(proxy.port);
    calendar = await TestCalendar.start({}, url.href);
  });

  afterAll(async () => {
    await calendar.stop();
    await proxy.close();
    await database.drop();
  });

  const refused = async () => {
    const start = performance.now();
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => calendar.get('/organizers', { language: 'fr' })),
      calendar.post('/tags', { name: 'x' }, { as: 'editor', language: 'fr' }),
    ]);
    for (const { status, body, headers } of answers) {
      expect([status, body.code]).toEqual([503, 'rest_unavailable']);
      expect(body.message).toMatch(/base de données/);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    return performance.now() - start;
  };

  it('is frozen, what is kept goes on, the rest is answered 503 within 5 seconds, and it recovers by itself', async () => {
    await calendar.get('/events').expect(200);
    const { text } = await calendar.get('/venues').expect(200);
    proxy.freeze();
    await sleep(1000);
    const stale = await calendar.get('/venues').expect(200);
    expect(stale.text).toBe(text);
    expect(Number(stale.headers.age)).toBeGreaterThanOrEqual(1);
    expect(stale.headers.warning).toBe('110 - "Response is Stale"');
    await calendar.get('/venues', { as: 'reader' }).expect(503);
    expect(await refused()).toBeLessThan(5000);
    proxy.thaw();
    const start = performance.now();
    while ((await calendar.get('/events', { language: 'fr' })).status !== 200)
      expect(performance.now() - start).toBeLessThan(5000);
    expect((await calendar.get('/venues').expect(200)).headers.warning).toBeUndefined();
  });

  it('is frozen right after a write, what was asked for before it is answered 503 within 5 seconds as well', async () => {
    await calendar.get('/categories').expect(200);
    await calendar.post('/tags', { name: 'Written before' }, { as: 'editor' }).expect(201);
    await calendar.get('/tags').expect(200);
    proxy.freeze();
    const start = performance.now();
    await calendar.get('/categories').expect(503);
    expect(performance.now() - start).toBeLessThan(4800);
    proxy.thaw();
    while ((await calendar.get('/categories')).status !== 200) expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('is gone, requests are answered 503 at once, readiness says so, and recovers by itself', async () => {
    await proxy.close();
    expect(await refused()).toBeLessThan(2000);
    await calendar.raw().get('/health/ready').expect(503);
    await calendar.raw().get('/health/live').expect(200);
    await proxy.listen();
    const start = performance.now();
    while ((await calendar.get('/tags')).status !== 200) expect(performance.now() - start).toBeLessThan(5000);
  });
});

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
      ...Array.from({ length: 20 }, () => calendar.get('/events', { language: 'fr' })),
      calendar.post('/tags', { name: 'x' }, { as: 'editor', language: 'fr' }),
    ]);
    for (const { status, body, headers } of answers) {
      expect([status, body.code]).toEqual([503, 'rest_unavailable']);
      expect(body.message).toMatch(/base de données/);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    return performance.now() - start;
  };

  it('is frozen, every request is answered 503 within 5 seconds, and recovers by itself', async () => {
    await calendar.get('/events').expect(200);
    proxy.freeze();
    expect(await refused()).toBeLessThan(5000);
    proxy.thaw();
    const start = performance.now();
    while ((await calendar.get('/events')).status !== 200) expect(performance.now() - start).toBeLessThan(5000);
  });

  it('is gone, requests are answered 503 at once, readiness says so, and recovers by itself', async () => {
    await proxy.close();
    expect(await refused()).toBeLessThan(2000);
    await calendar.raw().get('/health/ready').expect(503);
    await calendar.raw().get('/health/live').expect(200);
    await proxy.listen();
    const start = performance.now();
    while ((await calendar.get('/events')).status !== 200) expect(performance.now() - start).toBeLessThan(5000);
  });
});

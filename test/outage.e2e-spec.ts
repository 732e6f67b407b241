import { setTimeout as sleep } from 'node:timers/promises';
import { parseDatabaseUrl } from '../src/lib/config/database-url.js';
import { detectServer, sessionSetup } from '../src/database/server-driver.js';
import { createConnection } from 'mysql2/promise';
import { processTime, pause } from './support/process-time.js';
import { Proxy } from './support/proxy.js';
import { TestCalendar } from './support/test-calendar.js';
import { createTestDatabase, isServerTested, type TestDatabase } from './support/test-database.js';

// A SQLite file cannot be cut off.
(isServerTested() ? describe : describe.skip)('while the database', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let calendar: TestCalendar;

  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    proxy = await Proxy.to(Number(url.port || 3306));
    url.port = String(proxy.port);
    calendar = await TestCalendar.start({ DATABASE_TIMEOUT: '4000' }, url.href);
  });

  afterAll(async () => {
    await calendar.stop();
    await proxy.close();
    await database.drop();
  });

  const refused = async () => {
    const start = processTime();
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => calendar.get('/organizers', { language: 'fr' })),
      calendar.post('/tags', { name: 'x' }, { as: 'editor', language: 'fr' }),
    ]);
    for (const { status, body, headers } of answers) {
      expect([status, body.code]).toEqual([503, 'rest_unavailable']);
      expect(body.message).toMatch(/base de données/);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    return processTime() - start;
  };

  it('is frozen, cached responses continue, other requests get 503 within 5 seconds, and the service recovers by itself', async () => {
    await calendar.get('/events').expect(200);
    const { text } = await calendar.get('/venues').expect(200);
    proxy.freeze();
    // More than a second, since the age is given in seconds.
    await sleep(1100);
    const stale = await calendar.get('/venues').expect(200);
    expect(stale.text).toBe(text);
    expect(Number(stale.headers.age)).toBeGreaterThanOrEqual(1);
    expect(stale.headers.warning).toBe('110 - "Response is Stale"');
    await calendar.get('/venues', { as: 'reader' }).expect(503);
    expect(await refused()).toBeLessThan(5000);
    proxy.thaw();
    const start = processTime();
    while ((await calendar.get('/events', { language: 'fr' })).status !== 200)
      expect(processTime() - start).toBeLessThan(5000);
    expect((await calendar.get('/venues').expect(200)).headers.warning).toBeUndefined();
  });

  it('is frozen right after a write, earlier requests get 503 within 5 seconds as well', async () => {
    await calendar.get('/categories').expect(200);
    await calendar.post('/tags', { name: 'Written before' }, { as: 'editor' }).expect(201);
    await calendar.get('/tags').expect(200);
    proxy.freeze();
    const start = processTime();
    await calendar.get('/categories').expect(503);
    expect(processTime() - start).toBeLessThan(4800);
    proxy.thaw();
    while ((await calendar.get('/categories')).status !== 200) expect(processTime() - start).toBeLessThan(10_000);
  });

  it('is frozen during a creation with an Idempotency-Key, that request is answered within its deadline as well', async () => {
    const locker = await createConnection(database.url.replace(/^mariadb:/, 'mysql:'));
    await locker.query('LOCK TABLES tags WRITE');
    const start = processTime();
    const creation = calendar
      .post('/tags', { name: 'Twice as long' }, { as: 'editor' })
      .set('Idempotency-Key', 'frozen')
      .expect(503);
    const answered = creation.then(() => processTime() - start);
    await sleep(1500);
    proxy.freeze();
    expect(await answered).toBeLessThan(7000);
    proxy.thaw();
    locker.destroy();
    const again = processTime();
    while ((await calendar.get('/tags')).status !== 200) expect(processTime() - again).toBeLessThan(10_000);
  });

  it('takes long to store an Idempotency-Key, the creation gets the rest of the time', async () => {
    const url = database.url.replace(/^mariadb:/, 'mysql:');
    const [key, record] = [await createConnection(url), await createConnection(url)];
    await key.query('LOCK TABLES idempotent_requests WRITE');
    await record.query('LOCK TABLES tags WRITE');
    const start = processTime();
    const creation = calendar
      .post('/tags', { name: 'Long' }, { as: 'editor' })
      .set('Idempotency-Key', 'slow')
      .expect(503);
    const answered = creation.then(() => processTime() - start);
    await pause(2500);
    key.destroy();
    expect(await answered).toBeLessThan(5500);
    record.destroy();
    const again = processTime();
    while ((await calendar.get('/tags')).status !== 200) expect(processTime() - again).toBeLessThan(10_000);
  });

  it('closes a connection during a read, the read is repeated', async () => {
    proxy.freeze();
    const reads = [calendar.get('/tags', { as: 'reader' }), calendar.get('/organizers?search=nothing')].map(
      async (read) => (await read).status,
    );
    await sleep(300);
    proxy.thaw();
    proxy.cut();
    expect(await Promise.all(reads)).toEqual([200, 200]);
  });

  it('is gone, requests get 503 at once, readiness reports it, and recovers by itself', async () => {
    await proxy.close();
    expect(await refused()).toBeLessThan(2000);
    await calendar.raw().get('/health/ready').expect(503);
    await calendar.raw().get('/health/live').expect(200);
    await proxy.listen();
    const start = processTime();
    while ((await calendar.get('/tags')).status !== 200) expect(processTime() - start).toBeLessThan(5000);
  });
});

(isServerTested() ? describe : describe.skip)('while another instance is frozen during a transaction', () => {
  let database: TestDatabase;
  let calendar: TestCalendar;

  beforeAll(async () => {
    database = await createTestDatabase();
    calendar = await TestCalendar.start({ DATABASE_TIMEOUT: '4000' }, database.url);
  });

  afterAll(async () => {
    await calendar.stop();
    await database.drop();
  });

  it('MariaDB releases its locks within 14 seconds, and rolls its transaction back', async () => {
    const location = parseDatabaseUrl(database.url);
    // MySQL keeps them until the connection ends.
    if (location.kind === 'server' && (await detectServer(location)).type === 'mysql') return;
    const { body: tag } = await calendar.post('/tags', { name: 'Locked' }, { as: 'editor' }).expect(201);
    const frozen = await connectAsInstance(database.url);
    try {
      await frozen.query('START TRANSACTION');
      await frozen.query('UPDATE tags SET revision = revision + 7 WHERE id = ?', [tag.id]);
      const start = processTime();
      const rename = () => calendar.patch(`/tags/${tag.id}`, { name: 'Renamed' }, { as: 'editor' });
      expect([409, 503]).toContain((await rename()).status);
      while ((await rename()).status !== 200) expect(processTime() - start).toBeLessThan(14_000);
    } finally {
      frozen.destroy();
    }
    expect((await calendar.get(`/tags/${tag.id}`).expect(200)).body.name).toBe('Renamed');
  });
});

/** A connection that is set up like those of the service. */
async function connectAsInstance(url: string) {
  const location = parseDatabaseUrl(url);
  if (location.kind === 'sqlite') throw new Error('A file is not frozen.');
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
  connection.on('error', () => undefined);
  for (const sql of sessionSetup(await detectServer(location), 4000)) await connection.query(sql);
  return connection;
}

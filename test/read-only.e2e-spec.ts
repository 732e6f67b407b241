import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, createConnection } from 'mysql2/promise';
import { type Server } from '../scripts/lib/database-server.js';
import { build } from './support/build.js';
import { processTime } from './support/process-time.js';
import { Proxy } from './support/proxy.js';
import { privateServer, serverProgram } from './support/private-server.js';
import { Service } from './support/service.js';
import { TestCalendar } from './support/test-calendar.js';

// A private server, since read-only mode applies to all its databases.
(serverProgram() === undefined ? describe.skip : describe)('a read-only database', () => {
  let server: Server;
  let administrator: Connection;
  let calendar: TestCalendar;
  let url: string;

  beforeAll(async () => {
    build();
    server = await privateServer();
    administrator = await createConnection(server.url.replace(/^mariadb:/, 'mysql:'));
    const database = new URL(server.url).pathname.slice(1);
    // The administrator may write nevertheless.
    await administrator.query("CREATE USER 'calendar'@'127.0.0.1'");
    await administrator.query(`GRANT ALL ON ${database}.* TO 'calendar'@'127.0.0.1'`);
    url = server.url.replace('root', 'calendar');
    calendar = await TestCalendar.start({}, url);
  });

  afterAll(async () => {
    await calendar.stop();
    await administrator.end();
    await server.stop();
  });

  afterEach(() => administrator.query('SET GLOBAL read_only = 0'));

  const close = () => administrator.query('SET GLOBAL read_only = 1');
  const ready = async (port: number) => {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
    const { status, details } = (await response.json()) as { status: string; details: { database: object } };
    return [response.status, status, details.database];
  };

  it('is ready, and readiness distinguishes reads from writes', async () => {
    const looked = async () => {
      const { status, body } = await calendar.raw().get('/health/ready');
      return [status, body.status, body.details.database];
    };
    expect(await looked()).toEqual([200, 'ok', { status: 'up', reads: 'up', writes: 'up' }]);
    await close();
    expect(await looked()).toEqual([200, 'degraded', { status: 'degraded', reads: 'up', writes: 'read-only' }]);
    await calendar.get('/tags').expect(200);
    await calendar.get('/tags', { as: 'reader' }).expect(200);
    const refused = await calendar.post('/tags', { name: 'Refused' }, { as: 'editor' }).expect(503);
    expect(refused.body.code).toBe('rest_unavailable');
    await administrator.query('SET GLOBAL read_only = 0');
    await calendar.post('/tags', { name: 'Taken' }, { as: 'editor' }).expect(201);
    expect(await looked()).toEqual([200, 'ok', { status: 'up', reads: 'up', writes: 'up' }]);
  });

  it('suffices for a start without pending migrations; writes work later without a restart', async () => {
    const scheduled = { venue: 'Appears', status: 'future', date_utc: '2099-01-01' };
    const { body: venue } = await calendar.post('/venues', scheduled, { as: 'editor' }).expect(201);
    expect(venue.status).toBe('future');
    await close();
    // Its publication date is reached while only the administrator may write.
    await administrator.query("UPDATE venues SET publishedAt = '2020-01-01' WHERE id = ?", [venue.id]);
    const key = calendar.keys.administrator;
    const service = Service.run({ DATABASE_URL: url, ADMIN_KEY: key, READY_READ_ONLY: 'off', RATE_LIMIT: 'off' });
    try {
      await service.listening();
      const readOnly = { status: 'down', reads: 'up', writes: 'read-only' };
      expect(await ready(service.port)).toEqual([503, 'error', readOnly]);
      expect((await service.ask('/tags')).status).toBe(200);
      expect((await service.ask('/tags', { method: 'POST', key, body: { name: 'Later' } })).status).toBe(503);
      expect((await service.ask(`/venues/${venue.id}`)).status).toBe(404);
      await administrator.query('SET GLOBAL read_only = 0');
      expect((await service.ask('/tags', { method: 'POST', key, body: { name: 'Later' } })).status).toBe(201);
      const start = processTime();
      while ((await service.ask(`/venues/${venue.id}`)).status !== 200)
        expect(processTime() - start).toBeLessThan(10_000);
      expect(await ready(service.port)).toEqual([200, 'ok', { status: 'up', reads: 'up', writes: 'up' }]);
    } finally {
      service.kill('SIGTERM');
      await service.end;
    }
  });

  it('causes no errors at a shutdown, nor do connections that it has closed', async () => {
    const service = Service.run({ DATABASE_URL: url, RATE_LIMIT: 'off' });
    await service.listening();
    await Promise.all(Array.from({ length: 30 }, (_, n) => service.ask(`/events?per_page=${n + 1}`)));
    const [sessions] = await administrator.query(
      "SELECT id FROM information_schema.processlist WHERE user = 'calendar'",
    );
    for (const { id } of sessions as { id: number }[]) await administrator.query(`KILL ${id}`).catch(() => undefined);
    service.kill('SIGTERM');
    expect(await service.end).toBe(0);
    expect(service.warnings).toEqual([]);
    expect(service.stderr).toBe('');
  });

  it('that does not answer is reported as such, and does not make a shutdown fail', async () => {
    const proxy = await Proxy.to(Number(new URL(url).port));
    const service = Service.run({ DATABASE_URL: url.replace(/:\d+\//, `:${proxy.port}/`), RATE_LIMIT: 'off' });
    await service.listening();
    proxy.freeze();
    // The publisher reads twice a second.
    await sleep(1000);
    service.kill('SIGTERM');
    expect(await service.end).toBe(0);
    expect(service.faults).toEqual([]);
    await proxy.close();
  });
});

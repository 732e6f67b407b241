import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerLocation, parseDatabaseUrl } from '../src/database/database-url.js';
import { hostsOf } from '../src/database/hosts.js';
import { askServer } from './support/ask-server.js';
import { serverProgram } from './support/private-server.js';
import { ReplicationPair } from './support/replication-pair.js';
import { TestCalendar } from './support/test-calendar.js';

/** What stands in the replica alone, so that an answer tells where it was read. */
const FOLLOWED = 'Read from the replica';

// test/replica.e2e-spec.ts says when a copy is read from; this is a server that follows another one by its log.
(serverProgram() === undefined ? describe.skip : describe)('with a server that replicates', () => {
  let pair: ReplicationPair;
  let other: TestCalendar;
  let calendar: TestCalendar;
  let mark: number;
  let tag: number;

  beforeAll(async () => {
    pair = await ReplicationPair.start(serverProgram()!);
    other = await TestCalendar.start({}, pair.first.url);
    mark = await aTag('Read from the first server');
    tag = await aTag('First name');
    // Keeps nothing, so that every request is read.
    calendar = await TestCalendar.start({ CACHE_MB: '0', DATABASE_REPLICA_URL: pair.replica.url }, pair.first.url);
    for (let tries = 0; tries < 600 && !(await isFollowed()); tries += 1) {
      const sql = `UPDATE tag_translations SET name = '${FOLLOWED}' WHERE recordId = ${mark}`;
      // Until the table has come.
      await askServer(pair.replica.ownUrl, sql).catch(() => undefined);
      await sleep(50);
    }
  });

  afterAll(async () => {
    await calendar.stop();
    await other.stop();
    await pair.stop();
  });

  const aTag = async (name: string) =>
    (await other.post('/tags', { name }, { as: 'editor' }).expect(201)).body.id as number;
  const nameOf = async (id: number) => (await calendar.get(`/tags/${id}`).expect(200)).body.name as string;
  const bothUrl = () => {
    const { username, pathname } = new URL(pair.first.url);
    return `mysql://${username}@127.0.0.1:${pair.first.port},127.0.0.1:${pair.replica.port}${pathname}`;
  };
  const rename = (name: string, on: TestCalendar) => on.patch(`/tags/${tag}`, { name }, { as: 'editor' }).expect(200);
  const isFollowed = async () => (await nameOf(mark)) === FOLLOWED;

  async function untilFollowed(): Promise<void> {
    const start = performance.now();
    while (!(await isFollowed())) {
      expect(performance.now() - start).toBeLessThan(20_000);
      await sleep(20);
    }
  }

  it('named first and read-only, the other one is used', async () => {
    const { username, pathname } = new URL(pair.first.url);
    const hosts = `127.0.0.1:${pair.replica.port},127.0.0.1:${pair.first.port}`;
    const location = parseDatabaseUrl(`mysql://${username}@${hosts}${pathname}`) as ServerLocation;
    const chosen = hostsOf(location)!;
    await chosen.choose();
    expect(chosen.current.port).toBe(pair.first.port);
  });

  it('that lags, nobody reads behind his own write, nor for longer than a second behind those of others', async () => {
    await untilFollowed();
    await pair.lag();
    await rename('Second name', calendar);
    expect(await nameOf(tag)).toBe('Second name');
    await rename('Third name', other);
    const start = performance.now();
    await sleep(900);
    if (performance.now() - start < 5000) expect(await nameOf(tag)).toBe('Third name');
    expect(await isFollowed()).toBe(false);
    await pair.catchUp();
    await untilFollowed();
    expect(await nameOf(tag)).toBe('Third name');
  });

  it('that is killed, reads go on, and it is read from again when it is back', async () => {
    await untilFollowed();
    await pair.replica.kill();
    await rename('Fourth name', calendar);
    expect(await nameOf(tag)).toBe('Fourth name');
    await pair.replica.restart();
    await untilFollowed();
    expect(await nameOf(tag)).toBe('Fourth name');
  });

  it('that alone is there, nobody writes to it, whatever the account may do', async () => {
    await pair.untilFollowing();
    const both = await TestCalendar.start({}, bothUrl());
    await pair.first.kill();
    // The account is the administrator's, whom read_only does not stop.
    const sent = await Promise.all(
      [1, 2].map(() => both.patch(`/tags/${tag}`, { name: 'Fifth name' }, { as: 'editor' })),
    );
    for (const start = performance.now(); performance.now() - start < 3000; await sleep(50)) {
      sent.push(await both.patch(`/tags/${tag}`, { name: 'Fifth name' }, { as: 'editor' }));
    }
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await both.get(`/tags/${tag}`).expect(200)).body.name).toBe('Fourth name');
    const { body } = await both.raw().get('/health/ready').expect(200);
    expect(body.details.database).toEqual({ status: 'degraded', reads: 'up', writes: 'read-only' });
    await pair.first.restart();
    const last = performance.now() + 10_000;
    while ((await both.patch(`/tags/${tag}`, { name: 'Fifth name' }, { as: 'editor' })).status !== 200) {
      expect(performance.now()).toBeLessThan(last);
      await sleep(50);
    }
    await both.patch(`/tags/${tag}`, { name: 'Fourth name' }, { as: 'editor' }).expect(200);
    await both.stop();
  });

  // Last: the first server is gone afterwards.
  it('that takes over without the last writes, nothing is shown of these, however many others are written', async () => {
    await pair.untilFollowing();
    const both = await TestCalendar.start({}, bothUrl());
    const as = { as: 'editor' } as const;
    const venue = (await both.post('/venues', { venue: 'First hall' }, as).expect(201)).body.id as number;
    const body = { title: 'In a hall', start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00', venue: [venue] };
    const event = (await both.post('/events', body, as).expect(201)).body.id as number;
    const hallOf = async () =>
      (await both.get(`/events/${event}`).expect(200)).body.venue.map((one: { venue: string }) => one.venue);
    const isThere = () => askServer(pair.replica.ownUrl, `SELECT id FROM events WHERE id = ${event}`);
    while ((await isThere()).length === 0) await sleep(20);

    await pair.lag();
    await both.patch(`/venues/${venue}`, { venue: 'Lost hall' }, as).expect(200);
    await both.patch(`/tags/${tag}`, { name: 'Lost name' }, as).expect(200);
    expect([await hallOf(), (await both.get(`/tags/${tag}`)).body.name]).toEqual([['Lost hall'], 'Lost name']);
    await pair.first.kill();
    await askServer(pair.replica.ownUrl, 'SET GLOBAL read_only = 0');
    const renamed = async () => (await both.patch(`/venues/${venue}`, { venue: 'Second hall' }, as)).status;
    for (let status = await renamed(); status !== 200; status = await renamed()) {
      expect(status).toBe(503);
      await sleep(50);
    }
    // As many as were lost, so that the version of the data is what it was.
    await both.post('/tags', { name: 'Another tag' }, as).expect(201);
    expect([await hallOf(), (await both.get(`/tags/${tag}`)).body.name]).toEqual([['Second hall'], 'Fourth name']);
    await both.stop();
  });
});

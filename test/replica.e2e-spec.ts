import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { ownTime, pause } from './support/own-time.js';
import { Proxy } from './support/proxy.js';
import { TestCalendar } from './support/test-calendar.js';
import { createTestDatabase, isServerTested, type TestDatabase } from './support/test-database.js';

/** What stands in the copy alone, so that an answer tells where it was read. */
const COPIED = 'Read from the replica';

/** A database that follows another one when it is told to, on the same server. */
class Copy {
  private constructor(
    private readonly connection: Connection,
    private readonly original: string,
    readonly name: string,
  ) {}

  static async of(url: string): Promise<Copy> {
    const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
    const original = new URL(url).pathname.slice(1);
    const copy = new Copy(connection, original, `${original}_copy`);
    await connection.query(`CREATE DATABASE ${copy.name}`);
    for (const table of await copy.tables())
      await connection.query(`CREATE TABLE ${copy.name}.${table} LIKE ${original}.${table}`);
    await copy.catchUp();
    return copy;
  }

  /** Has it hold what the original holds, but for the names of tags. */
  async catchUp(): Promise<void> {
    const { connection, original, name } = this;
    for (const table of await this.tables()) {
      await connection.query(`DELETE FROM ${name}.${table}`);
      await connection.query(`INSERT INTO ${name}.${table} SELECT * FROM ${original}.${table}`);
    }
    await connection.query(`UPDATE ${name}.tag_translations SET name = ?`, [COPIED]);
  }

  async drop(): Promise<void> {
    await this.connection.query(`DROP DATABASE ${this.name}`);
    await this.connection.end();
  }

  private async tables(): Promise<string[]> {
    const [rows] = await this.connection.query<RowDataPacket[]>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?',
      [this.original],
    );
    return rows.map(({ name }) => String(name));
  }
}

(isServerTested() ? describe : describe.skip)('with a replica', () => {
  let database: TestDatabase;
  let copy: Copy;
  let proxy: Proxy;
  let other: TestCalendar;
  let calendar: TestCalendar;
  let tag: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    other = await TestCalendar.start({}, database.url);
    tag = (await other.post('/tags', { name: 'First name' }, { as: 'editor' }).expect(201)).body.id;
    const { username, port, protocol } = new URL(database.url);
    proxy = await Proxy.to(Number(port || 3306));
    const replica = (name: string) => `${protocol}//${username}@127.0.0.1:${proxy.port}/${name}`;
    // Keeps nothing, so that every request is read.
    const environment = {
      CACHE_MB: '0',
      DATABASE_REPLICA_URL: replica(`${new URL(database.url).pathname.slice(1)}_copy`),
    };
    calendar = await TestCalendar.start(environment, database.url);
    copy = await Copy.of(database.url);
  });

  afterAll(async () => {
    await calendar.stop();
    await other.stop();
    await proxy.close();
    await copy.drop();
    await database.drop();
  });

  const nameOf = async (options = {}) => (await calendar.get(`/tags/${tag}`, options).expect(200)).body.name as string;
  const rename = (name: string, on = calendar) => on.patch(`/tags/${tag}`, { name }, { as: 'editor' }).expect(200);

  /** Once the copy is seen to have caught up, also with what is written behind answers, such as a key's last use. */
  async function untilRead(): Promise<void> {
    const start = ownTime();
    while ((await nameOf()) !== COPIED) {
      expect(ownTime() - start).toBeLessThan(20_000);
      await copy.catchUp();
      await sleep(20);
    }
  }

  it('that is as new as the data, public reads come from there, reads with a key do not', async () => {
    await untilRead();
    const list = await calendar.get('/tags?hide_empty=false').expect(200);
    expect(list.body.tags.map(({ name }: { name: string }) => name)).toEqual([COPIED]);
    expect(await nameOf({ as: 'reader' })).toBe('First name');
  });

  it('that lags, nobody reads behind his own write', async () => {
    await untilRead();
    await rename('Second name');
    expect(await nameOf()).toBe('Second name');
    await sleep(1000);
    expect(await nameOf()).toBe('Second name');
    await untilRead();
  });

  it('that lags, what another instance wrote is seen within a second', async () => {
    await untilRead();
    await rename('Third name', other);
    const start = performance.now();
    await pause(900);
    if (performance.now() - start < 5000) expect(await nameOf()).toBe('Third name');
    await untilRead();
  });

  it('that is gone or frozen, reads go on, and it is read from again when it is back', async () => {
    await untilRead();
    await proxy.close();
    expect(await nameOf()).toBe('Third name');
    await proxy.listen();
    await untilRead();
    proxy.freeze();
    const start = ownTime();
    expect(new Set(await Promise.all(Array.from({ length: 30 }, () => nameOf())))).toEqual(new Set(['Third name']));
    expect(ownTime() - start).toBeLessThan(4000);
    expect(await nameOf()).toBe('Third name');
    proxy.thaw();
    await untilRead();
  });

  it('that is not there at the start, the service starts', async () => {
    await proxy.close();
    const { username, protocol } = new URL(database.url);
    const url = `${protocol}//${username}@127.0.0.1:${proxy.port}/${copy.name}`;
    const started = await TestCalendar.start({ CACHE_MB: '0', DATABASE_REPLICA_URL: url }, database.url);
    expect((await started.get(`/tags/${tag}`).expect(200)).body.name).toBe('Third name');
    await started.stop();
    await proxy.listen();
  });
});

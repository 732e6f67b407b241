import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { temporarySqlite, type TemporaryDatabase } from '../../test/support/temporary-database.js';
import { NobodyWaits, Overloaded } from '../errors/api-error.js';
import { SideReader } from './side-reader.js';
import { ITSELF } from './waiter.js';

/** Counts to a thousand million: minutes. */
const ENDLESS =
  'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n ' +
  'WHERE i < 1000000000 AND likelihood(i % 64 <> 0 OR still_wanted(), 1.0)) SELECT COUNT(*) AS count FROM n';

describe('a reader aside', () => {
  let temporary: TemporaryDatabase;
  let reader: SideReader;
  const ask = (sql: string, values: (string | number)[] = [], isAwaited = ITSELF.isAwaited) =>
    reader.rows(sql, values, { ...ITSELF, isAwaited }, () => undefined);

  beforeEach(async () => {
    temporary = await temporarySqlite();
    const path = temporary.url.slice('sqlite:'.length);
    mkdirSync(dirname(path));
    const connection = new BetterSqlite3(path);
    connection.exec(
      'CREATE TABLE t (id integer, name text); INSERT INTO t VALUES (1, ?), (2, ?)'.replaceAll('?', "'é'"),
    );
    connection.close();
    reader = new SideReader(path, 2000);
  });

  afterEach(async () => {
    await reader.end();
    await temporary.drop();
  });

  it('answers rows, to many at once', async () => {
    const answers = await Promise.all([1, 2, 3].map((id) => ask('SELECT name FROM t WHERE id = ?', [id])));
    expect(answers).toEqual([[{ name: 'é' }], [{ name: 'é' }], []]);
  });

  it('never writes', async () => {
    await expect(ask('UPDATE t SET id = 3 RETURNING id')).rejects.toThrow(/readonly/);
  });

  it('fails as the driver does, and goes on', async () => {
    await expect(ask('SELECT missing FROM t')).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
    expect(await ask('SELECT id FROM t')).toHaveLength(2);
  });

  it('ends a statement that nobody waits for any more, and goes on', async () => {
    let isAwaited = true;
    const endless = ask(ENDLESS, [], () => isAwaited);
    const next = ask('SELECT id FROM t');
    setTimeout(() => (isAwaited = false), 50);
    await expect(endless).rejects.toThrow(NobodyWaits);
    expect(await next).toHaveLength(2);
  });

  it('goes on for whoever has begun, however many wait', async () => {
    const impatient = new SideReader(temporary.url.slice('sqlite:'.length), 0);
    const begun = { client: 'a', isAwaited: () => true };
    const read = (waiter = { ...begun }) => impatient.rows('SELECT id FROM t', [], waiter, () => undefined);
    for (const waiter of [{ ...begun }, { ...begun }, begun]) await read(waiter);
    let isAwaited = true;
    const endless = impatient.rows(ENDLESS, [], { client: 'b', isAwaited: () => isAwaited }, () => undefined);
    // Its turn comes too late.
    const other = expect(read()).rejects.toThrow(Overloaded);
    await expect(read()).rejects.toThrow(Overloaded);
    const further = read(begun);
    isAwaited = false;
    await expect(endless).rejects.toThrow(NobodyWaits);
    await other;
    expect(await further).toHaveLength(2);
    await impatient.end();
  });

  it('can be ended in the middle of a statement', async () => {
    const endless = ask(ENDLESS);
    setTimeout(() => void reader.end(), 50);
    await expect(endless).rejects.toThrow();
  });
});

import { existsSync, renameSync } from 'node:fs';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import {
  Column,
  type DataSource,
  Entity,
  type EntityManager,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type QueryRunner,
  type Relation,
} from 'typeorm';
import { temporaryDatabases, temporarySqlite, type TemporaryDatabase } from '../../test/support/temporary-database.js';
import { Unavailable, WriteConflict } from '../lib/errors/api-error.js';
import { createDataSource, dataSourceOptions, isSqlite } from './data-source.js';
import { isDuplicate, OptimisticLockError, throwConflictIfReferenceGone } from './database-errors.js';
import { type Database } from './database.js';
import { openDatabase } from './database.module.js';
import { columns } from '../calendar/migrations/builders/columns.js';
import { createTable } from '../calendar/migrations/builders/tables.js';
import { query } from './sql/statements.js';
import { schema } from '../schema.js';
import { processTime } from '../../test/support/process-time.js';
import { Proxy } from '../../test/support/proxy.js';
import { until } from '../../test/support/until.js';

@Entity('notes')
@Index('UQ_notes_text', ['text'], { unique: true })
@Index('UQ_notes_label', ['label'], { unique: true })
class Note {
  @PrimaryGeneratedColumn({ unsigned: true })
  id!: number;

  @Column('varchar', { length: 100 })
  text!: string;

  @Column('varchar', { name: 'note_label', length: 100, nullable: true })
  label!: string | null;

  @Column('int', { default: 0 })
  count!: number;

  @ManyToOne(() => Note, { nullable: true, onDelete: 'NO ACTION' })
  @JoinColumn({ name: 'parent_id' })
  parent?: Relation<Note> | null;
}

async function createNotes(runner: QueryRunner): Promise<void> {
  const { id, text, integer, unsigned } = columns(runner);
  await createTable(runner, {
    name: 'notes',
    columns: [
      id(),
      text('text', 100),
      text('note_label', 100, { nullable: true }),
      integer('count', { default: 0 }),
      unsigned('parent_id', { nullable: true }),
    ],
    indices: [
      { name: 'UQ_notes_text', columnNames: ['text'], isUnique: true },
      { name: 'UQ_notes_label', columnNames: ['note_label'], isUnique: true },
    ],
    foreignKeys: [{ columnNames: ['parent_id'], referencedTableName: 'notes', referencedColumnNames: ['id'] }],
  });
}

/** Connections to a server. */
const POOL = 4;

async function open(url: string, readOnly: boolean, timeout: number): Promise<DataSource> {
  const options = await dataSourceOptions(schema, url, { pool: POOL, timeout, readOnly });
  return createDataSource({ ...options, entities: [Note] }).initialize();
}

async function openTemporary(url: string, timeout = 4000): Promise<{ database: Database; close: () => Promise<void> }> {
  const writer = await open(url, false, timeout);
  const reader = isSqlite(writer) ? await open(url, true, timeout) : writer;
  const database = openDatabase(reader, writer, { timeout, pool: POOL });
  const close = async () => {
    await database.onApplicationShutdown();
    await reader.destroy();
  };
  return { database, close };
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Something to wait for inside a transaction. */
function aGate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

const notes = (database: Database) => database.read((manager) => manager.find(Note, { order: { id: 'ASC' } }));
const texts = async (database: Database) => (await notes(database)).map(({ text }) => text);
const add = (database: Database, text: string) =>
  database.write((manager) => manager.save(manager.create(Note, { text })));

beforeAll(() => Logger.overrideLogger(false));

for (const { name, run, make } of temporaryDatabases) {
  run(`Database on ${name}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    let close: () => Promise<void>;

    beforeEach(async () => {
      temporary = await make();
      ({ database, close } = await openTemporary(temporary.url));
      await database.write((manager) => createNotes(manager.queryRunner as QueryRunner));
    });

    afterEach(async () => {
      await close();
      await temporary.drop();
    });

    it('leaves connections for writes, however many reads are slow', async () => {
      const gate = aGate();
      const reads = Array.from({ length: POOL }, () => database.read(() => gate.opened));
      await add(database, 'a');
      gate.open();
      await Promise.all(reads);
      expect(await texts(database)).toEqual(['a']);
    });

    it('stores what was written', async () => {
      await add(database, 'a');
      expect(await texts(database)).toEqual(['a']);
    });

    it('rolls back a write that fails, and passes its error on', async () => {
      const error = new Error('no');
      const failing = database.write(async (manager) => {
        await manager.save(manager.create(Note, { text: 'a' }));
        await manager.save(manager.create(Note, { text: 'b' }));
        throw error;
      });
      expect(await failureOf(failing)).toBe(error);
      expect(await texts(database)).toEqual([]);
    });

    it('does not lose a write that ran beside one that was rolled back', async () => {
      const gate = aGate();
      const failing = database.write(async (manager) => {
        await manager.save(manager.create(Note, { text: 'undone' }));
        await gate.opened;
        throw new Error('no');
      });
      const other = add(database, 'kept');
      await sleep(30);
      gate.open();
      await failureOf(failing);
      await other;
      expect(await texts(database)).toEqual(['kept']);
    });

    it('stores concurrent writes if some of them fail', async () => {
      const gate = aGate();
      const first = database.write(() => gate.opened);
      const failing = (text: string) =>
        database.write(async (manager) => {
          await manager.save(manager.create(Note, { text }));
          throw new Error(text);
        });
      const others = [add(database, 'a'), failureOf(failing('x')), add(database, 'b'), failureOf(failing('y'))];
      await sleep(30);
      gate.open();
      await Promise.all([first, ...others]);
      expect((await texts(database)).sort()).toEqual(['a', 'b']);
    });

    it('stores concurrent writes if one of them exceeds its deadline', async () => {
      const gate = aGate();
      const before = add(database, 'before');
      const hanging = database.write(async (manager) => {
        await manager.save(manager.create(Note, { text: 'hanging' }));
        await gate.opened;
      }, 200);
      const after = add(database, 'after');
      expect(await failureOf(hanging)).toBeInstanceOf(Unavailable);
      await Promise.all([before, after]);
      gate.open();
      expect([...(await texts(database))].sort()).toEqual(['after', 'before']);
    });

    it('never reads uncommitted data', async () => {
      const gate = aGate();
      const failing = database.write(async (manager) => {
        await manager.save(manager.create(Note, { text: 'undone' }));
        await gate.opened;
        throw new Error('no');
      });
      await sleep(30);
      const seen = await texts(database);
      gate.open();
      await failureOf(failing);
      expect(seen).toEqual([]);
    });

    it('accepts hundreds of concurrent writes', async () => {
      await add(database, 'counter');
      const increments = Array.from({ length: 200 }, () =>
        database.write((manager) => manager.increment(Note, { text: 'counter' }, 'count', 1)),
      );
      await Promise.all(increments);
      expect((await notes(database))[0]?.count).toBe(200);
    });

    it('survives work that continues after its transaction', async () => {
      let later: Promise<unknown> = Promise.resolve();
      await database.write((manager) => {
        later = sleep(30).then(() => add(database, 'later'));
        return manager.save(manager.create(Note, { text: 'now' }));
      });
      await later;
      expect(await texts(database)).toEqual(['now', 'later']);
    });

    it('recognizes the violated unique index', async () => {
      await database.write((manager) => manager.save(manager.create(Note, { text: 'a', label: 'x' })));
      const sameText = await failureOf(add(database, 'a'));
      const sameLabel = await failureOf(
        database.write((manager) => manager.save(manager.create(Note, { text: 'b', label: 'x' }))),
      );
      const answers = [sameText, sameLabel].map((error) => [
        isDuplicate(error),
        isDuplicate(error, { index: 'UQ_notes_text', table: 'notes', columns: ['text'] }),
        isDuplicate(error, { index: 'UQ_notes_label', table: 'notes', columns: ['note_label'] }),
      ]);
      expect(answers).toEqual([
        [true, true, false],
        [true, false, true],
      ]);
      expect(isDuplicate(new Error('no'))).toBe(false);
    });

    it('recognizes violated foreign keys, in either direction', async () => {
      const { id } = await add(database, 'parent');
      await database.write((manager) => manager.save(manager.create(Note, { text: 'child', parent: { id } })));
      const nowhere = await failureOf(
        database.write((manager) => manager.insert(Note, { text: 'x', parent: { id: 99 } })),
      );
      const pointedTo = await failureOf(database.write((manager) => manager.delete(Note, { id })));
      expect(() => throwConflictIfReferenceGone(nowhere)).toThrow(OptimisticLockError);
      expect(() => throwConflictIfReferenceGone(pointedTo)).toThrow(OptimisticLockError);
      expect(() => throwConflictIfReferenceGone(new Error('no'))).toThrow('no');
    });

    it.each([
      { errno: 1213, code: 'ER_LOCK_DEADLOCK' },
      { errno: 1205, code: 'ER_LOCK_WAIT_TIMEOUT' },
      { code: 'SQLITE_BUSY_SNAPSHOT' },
    ])('repeats the whole transaction after the conflict %j', async (conflict) => {
      let runs = 0;
      await database.write(async (manager) => {
        await manager.save(manager.create(Note, { text: `run ${++runs}` }));
        if (runs < 4) throw Object.assign(new Error('conflict'), conflict);
      });
      expect(await texts(database)).toEqual(['run 4']);
    });

    it.each([
      { errno: 1114, code: 'ER_RECORD_FILE_FULL' },
      // A Galera node that has lost the others returns this code.
      { errno: 1180, code: 'ER_ERROR_DURING_COMMIT' },
    ])('is unavailable after %j', async (failure) => {
      const write = database.write(() => Promise.reject(Object.assign(new Error('failed'), failure)));
      expect(await failureOf(write)).toBeInstanceOf(Unavailable);
    });

    it('reports a conflict that lasts until the deadline', async () => {
      await close();
      ({ database, close } = await openTemporary(temporary.url, 300));
      const start = processTime();
      const failure = await failureOf(
        database.write(() => Promise.reject(Object.assign(new Error('conflict'), { errno: 1213 }))),
      );
      expect(failure).toBeInstanceOf(WriteConflict);
      expect(processTime() - start).toBeLessThan(1000);
    });

    it('does not wait for work that hangs, and rolls it back', async () => {
      await close();
      ({ database, close } = await openTemporary(temporary.url, 300));
      const gate = aGate();
      let last: unknown;
      const hanging = database.write(async (manager) => {
        await manager.save(manager.create(Note, { text: 'hanging' }));
        await gate.opened;
        last = await failureOf(manager.save(manager.create(Note, { text: 'too late' })));
      });
      expect(await failureOf(hanging)).toBeInstanceOf(Unavailable);
      await add(database, 'next');
      gate.open();
      await until(() => last !== undefined);
      expect(last).toBeInstanceOf(Error);
      expect(await texts(database)).toEqual(['next']);
    });

    it('allows health checks while all connections are busy', async () => {
      await close();
      ({ database, close } = await openTemporary(temporary.url, 2000));
      const gate = aGate();
      const busy = Array.from({ length: 8 }, () => database.read(() => gate.opened));
      await database.watch((manager) => manager.find(Note), 500);
      gate.open();
      await Promise.all(busy);
    });

    it('keeps no task in the queue beyond its deadline', async () => {
      await close();
      ({ database, close } = await openTemporary(temporary.url, 300));
      const start = processTime();
      const hanging = Array.from({ length: 8 }, () => database.write(() => sleep(1500)));
      for (const failure of await Promise.all(hanging.map(failureOf))) expect(failure).toBeInstanceOf(Unavailable);
      expect(processTime() - start).toBeLessThan(1000);
      await add(database, 'next');
      expect(await texts(database)).toEqual(['next']);
    });

    it('stores accents, ligatures and emoji', async () => {
      await database.write((manager) => manager.save(manager.create(Note, { text: 'é œ 🎉' })));
      expect(await texts(database)).toEqual(['é œ 🎉']);
    });
  });
}

describe('Database on SQLite', () => {
  it('cannot write through the reader', async () => {
    const temporary = await temporarySqlite();
    const { database, close } = await openTemporary(temporary.url);
    const failure = await failureOf(database.read((manager) => manager.query('CREATE TABLE stray (id integer)')));
    expect(String(failure)).toContain('readonly');
    await close();
    await temporary.drop();
  });

  it('is durable, and checks foreign keys, on both connections', async () => {
    const temporary = await temporarySqlite();
    const { database, close } = await openTemporary(temporary.url);
    const pragma = async (use: 'read' | 'write', pragmaName: string) =>
      Object.values(
        (await database[use]((manager) => manager.query<object[]>(`PRAGMA ${pragmaName}`)))[0] ?? {},
      )[0] as unknown;
    for (const use of ['read', 'write'] as const) {
      expect(await pragma(use, 'journal_mode')).toBe('wal');
      expect(await pragma(use, 'synchronous')).toBe(2);
      expect(await pragma(use, 'foreign_keys')).toBe(1);
    }
    await close();
    await temporary.drop();
  });

  it('refuses writes while the disk is full, and accepts them when there is room again', async () => {
    const temporary = await temporarySqlite();
    const { database, close } = await openTemporary(temporary.url);
    const limit = (pages: number) => database.write((manager) => manager.query(`PRAGMA max_page_count = ${pages}`));
    const fill = () => database.write((manager) => manager.query('INSERT INTO t VALUES (zeroblob(100000))'));
    await database.write((manager) => manager.query('CREATE TABLE t (bytes blob)'));
    await limit(10);
    expect(await failureOf(fill())).toBeInstanceOf(Unavailable);
    expect(await database.read((manager) => manager.query('SELECT 1 AS one FROM t'))).toEqual([]);
    await limit(10_000);
    await fill();
    expect(await database.read((manager) => manager.query('SELECT 1 AS one FROM t'))).toEqual([{ one: 1 }]);
    await close();
    await temporary.drop();
  });

  it('does not open another file in place of the one that it was started with', async () => {
    const temporary = await temporarySqlite();
    const { database, close } = await openTemporary(temporary.url);
    const path = temporary.url.slice('sqlite:'.length);
    const write = () => database.write((manager) => manager.query('CREATE TABLE IF NOT EXISTS t (id int)'));
    // After its deadline, a write closes the connection, which the next one opens again.
    expect(await failureOf(database.write(() => sleep(500), 50))).toBeInstanceOf(Unavailable);
    renameSync(path, `${path}.moved`);
    expect(await failureOf(write())).toBeInstanceOf(Unavailable);
    expect(existsSync(path)).toBe(false);
    renameSync(`${path}.moved`, path);
    await write();
    await close();
    await temporary.drop();
  });

  it('answers reads during a write of many statements', async () => {
    const temporary = await temporarySqlite();
    const { database, close } = await openTemporary(temporary.url);
    const slow =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT COUNT(*) FROM n';
    const statements = (count: number) => async (manager: EntityManager) => {
      for (let done = 0; done < count; done += 1) await query(manager, slow);
    };
    const ended: string[] = [];
    // The write goes on for as long as the reads need.
    const untilRead = async (manager: EntityManager) => {
      for (let done = 0; done < 5000 && ended.length < 3; done += 1) await query(manager, slow);
    };
    const write = database.write(untilRead, 60_000).then(() => ended.push('write'));
    await setImmediate();
    const reads = [1, 2, 3].map((number) => database.read(statements(3)).then(() => ended.push(`read ${number}`)));
    await Promise.all([write, ...reads]);
    expect(ended.slice(0, 3).sort()).toEqual(['read 1', 'read 2', 'read 3']);
    expect(ended.slice(3)).toEqual(['write']);
    await close();
    await temporary.drop();
  });

  it('answers requests between many writes that arrive together', async () => {
    const temporary = await temporarySqlite();
    const { database, close } = await openTemporary(temporary.url);
    await database.write((manager) => createNotes(manager.queryRunner as QueryRunner));
    let written = 0;
    const untilLater = async (manager: EntityManager) => {
      for (const start = performance.now(); performance.now() - start < 6;) await query(manager, 'SELECT 1');
    };
    const writes = Array.from({ length: 20 }, async () => {
      await database.write(untilLater);
      written += 1;
    });
    await setImmediate();
    await setImmediate();
    const writtenBefore = written;
    await Promise.all(writes);
    expect(writtenBefore).toBeLessThan(10);
    await close();
    await temporary.drop();
  });

  it('waits for another process that writes, without blocking the event loop', async () => {
    const temporary = await temporarySqlite();
    const { database, close } = await openTemporary(temporary.url);
    await database.write((manager) => manager.query('CREATE TABLE t (id integer)'));
    const other = await open(temporary.url, false, 4000);
    const runner = other.createQueryRunner();
    await runner.startTransaction();
    await runner.query('INSERT INTO t VALUES (1)');
    const write = database.write((manager) => manager.query('INSERT INTO t VALUES (2)'));
    await sleep(400);
    await runner.commitTransaction();
    await write;
    expect(await database.read((manager) => manager.query('SELECT id FROM t'))).toEqual([{ id: 1 }, { id: 2 }]);
    await other.destroy();
    await close();
    await temporary.drop();
  });
});

temporaryDatabases[1]?.run('Database on a server that fails', () => {
  let temporary: TemporaryDatabase;
  let proxy: Proxy;
  let database: Database;
  let close: () => Promise<void>;

  beforeEach(async () => {
    temporary = await (temporaryDatabases[1] as (typeof temporaryDatabases)[number]).make();
    proxy = await Proxy.to(Number(new URL(temporary.url).port || 3306));
    ({ database, close } = await openTemporary(Object.assign(new URL(temporary.url), { port: proxy.port }).href));
  });

  afterEach(async () => {
    // Closing a pool fails where a connection was never made.
    await failureOf(close());
    await proxy.close();
    await temporary.drop();
  });

  const ask = () => database.read((manager) => manager.query('SELECT 1 AS one'));

  it('fails within the deadline while the server is frozen, and recovers at once', async () => {
    await ask();
    proxy.freeze();
    const start = processTime();
    const failures = await Promise.all(Array.from({ length: 12 }, () => failureOf(ask())));
    expect(processTime() - start).toBeLessThan(5000);
    for (const failure of failures) expect(failure).toBeInstanceOf(Unavailable);
    proxy.thaw();
    expect(await ask()).toEqual([{ one: 1 }]);
  }, 15_000);

  it('fails at once while the server is down, and recovers', async () => {
    await ask();
    await proxy.close();
    const start = processTime();
    expect(await failureOf(ask())).toBeInstanceOf(Unavailable);
    expect(await failureOf(database.write(() => Promise.resolve()))).toBeInstanceOf(Unavailable);
    expect(processTime() - start).toBeLessThan(1000);
    await proxy.listen();
    expect(await ask()).toEqual([{ one: 1 }]);
  });

  it('ends statements that take too long', async () => {
    // MySQL ends a bare SELECT SLEEP(20) with the value 1 instead of an error; one that reads a table fails.
    const slow = 'SELECT SLEEP(20) FROM information_schema.schemata';
    await close();
    ({ database, close } = await openTemporary(temporary.url, 500));
    expect(await failureOf(database.read((manager) => manager.query(slow)))).toBeInstanceOf(Unavailable);
    await sleep(700);
    const running = await database.read((manager) =>
      manager.query<object[]>(`SELECT id FROM information_schema.processlist WHERE info = '${slow}'`),
    );
    expect(running).toEqual([]);
  });

  it('sets up every session', async () => {
    const [session] = await database.read((manager) =>
      manager.query<{ mode: string; zone: string; collation: string }[]>(
        'SELECT @@sql_mode AS mode, @@time_zone AS zone, @@collation_connection AS collation',
      ),
    );
    expect(session?.mode).toContain('STRICT_ALL_TABLES');
    expect(session).toMatchObject({ zone: '+00:00', collation: 'utf8mb4_unicode_ci' });
  });
});

describe('Database', () => {
  it('detects within 5 seconds that no server listens', async () => {
    const start = processTime();
    const failure = await failureOf(dataSourceOptions(schema, 'mysql://root@127.0.0.1:1/calendar', { timeout: 4000 }));
    expect(failure).toMatchObject({ code: 'ECONNREFUSED' });
    expect(processTime() - start).toBeLessThan(5000);
  });
});

import { Column, Entity, type EntityManager, Index, PrimaryGeneratedColumn } from 'typeorm';
import { temporaryDatabases, type TemporaryDatabase } from '../../../test/support/temporary-database.js';
import { columns } from '../builders/columns.js';
import { createTable } from '../builders/tables.js';
import { createDataSource, dataSourceOptions } from '../data-source.js';
import { isDuplicate } from '../database-errors.js';
import { Database } from '../database.js';
import { transaction } from '../transaction.js';
import { deferred } from './deferred.js';
import { MARIADB } from './server.js';
import { query, run, sendDeferred } from './statements.js';
import { tableOf } from './table.js';

@Entity('letters')
@Index('UQ_letters_text', ['text'], { unique: true })
class Letter {
  @PrimaryGeneratedColumn({ unsigned: true })
  id!: number;

  @Column('varchar', { length: 40 })
  text!: string;
}

const write = (manager: EntityManager, ...texts: string[]) =>
  deferred(manager, async () => {
    for (const text of texts) await run(manager, 'INSERT INTO letters (text) VALUES (?)', [text]);
  });

const textsOf = async (manager: EntityManager) =>
  (await query<Letter>(manager, 'SELECT text FROM letters ORDER BY id')).map(({ text }) => text);

for (const { name, run: describeHere, make } of temporaryDatabases) {
  describeHere(`deferred writes on ${name}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    let close: () => Promise<void>;

    beforeEach(async () => {
      temporary = await make();
      const options = await dataSourceOptions({ entities: [Letter], migrations: [] }, temporary.url);
      const source = await createDataSource(options).initialize();
      const runner = source.createQueryRunner();
      const { id, text } = columns(runner);
      const indices = [{ name: 'UQ_letters_text', columnNames: ['text'], isUnique: true }];
      await createTable(runner, { name: 'letters', columns: [id(), text('text', 40)], indices });
      await runner.release();
      database = new Database(source, source, 4000);
      close = () => source.destroy();
    });

    afterEach(async () => {
      await close();
      await temporary.drop();
    });

    it('are done before what comes next, in their order', async () => {
      const seen = await database.write(async (manager) => {
        await write(manager, "it's", '; DROP TABLE letters; --', 'b');
        return textsOf(manager);
      });
      expect(seen).toEqual(["it's", '; DROP TABLE letters; --', 'b']);
      await database.write((manager) => write(manager, 'c'));
      expect(await database.read(textsOf)).toEqual([...seen, 'c']);
    });

    it('leave the next write its own outcome: its id, and the rows that were found, changed or not', async () => {
      await database.write(async (manager) => {
        await write(manager, 'a', 'b');
        const [id] = await tableOf(manager, Letter).insert(manager, [{ text: 'c' }]);
        expect(await query(manager, 'SELECT text FROM letters WHERE id = ?', [id])).toEqual([{ text: 'c' }]);
        await write(manager, 'd');
        expect(await run(manager, 'UPDATE letters SET text = text WHERE id <= ?', [id])).toMatchObject({ affected: 3 });
        await write(manager, 'e');
        expect(await run(manager, 'DELETE FROM letters WHERE id < 0')).toMatchObject({ affected: 0 });
      });
    });

    it('are there for statements of TypeORM', async () => {
      await database.write(async (manager) => {
        await write(manager, 'a');
        expect(await manager.count(Letter)).toBe(1);
      });
    });

    it.each([
      ['the next statement', (manager: EntityManager) => textsOf(manager)],
      ['what asks for them', (manager: EntityManager) => sendDeferred(manager.queryRunner)],
      ['the commit', () => Promise.resolve()],
    ])('fail with what the database said by %s, and nothing stays', async (_by, next) => {
      const failing = database.write(async (manager) => {
        await write(manager, 'a', 'b', 'a', 'c');
        await next(manager);
      });
      const error: unknown = await failing.catch((reason: unknown) => reason);
      expect(isDuplicate(error, { index: 'UQ_letters_text', table: 'letters', columns: ['text'] })).toBe(true);
      expect(await database.read(textsOf)).toEqual([]);
    });

    it('stay where another transaction begins and ends within', async () => {
      await database.write(async (manager) => {
        await write(manager, 'a');
        await transaction(manager.queryRunner!, (inner) => write(inner, 'b'));
        await write(manager, 'c');
        const failing = transaction(manager.queryRunner!, async (inner) => {
          await write(inner, 'd');
          throw new Error('not this one');
        });
        await expect(failing).rejects.toThrow('not this one');
      });
      expect(await database.read(textsOf)).toEqual(['a', 'b', 'c']);
    });

    it('have not happened where the transaction fails', async () => {
      const failing = database.write(async (manager) => {
        await write(manager, 'a');
        throw new Error('not this one');
      });
      await expect(failing).rejects.toThrow('not this one');
      await database.write((manager) => write(manager, 'b'));
      expect(await database.read(textsOf)).toEqual(['b']);
    });

    it('go to MariaDB in one journey with the beginning, what reads and the commit', async () => {
      let sent = 0;
      // The pool has one connection so far, and gives it again.
      const { connection, isMariaDb } = await database.read(async ({ queryRunner, dataSource }) => ({
        connection: (await queryRunner!.connect()) as Record<string, (...given: unknown[]) => unknown>,
        isMariaDb: dataSource.options.type === 'mariadb',
      }));
      for (const name of ['execute', 'query'].filter((method) => method in connection)) {
        const send = connection[name]!;
        connection[name] = (...given) => {
          sent += 1;
          return send.apply(connection, given);
        };
      }
      await database.write(async (manager) => {
        await write(manager, 'a', 'b');
        await textsOf(manager);
        await write(manager, 'c');
        await deferred(manager, () => tableOf(manager, Letter).upsert(manager, [{ id: 1, text: 'd' }], ['id']));
      });
      if (isMariaDb) expect(sent).toBe(2);
      expect(await database.read(textsOf)).toEqual(['d', 'b', 'c']);
    });
  });
}

it('goes to a MariaDB that prepares no compound statements as a text', async () => {
  const unsupported = Object.assign(new Error('not supported'), { errno: 1295 });
  const connection = {
    execute: (_options: unknown, _values: unknown, done: (error: Error) => void) => done(unsupported),
    query: ({ sql }: { sql: string }, values: unknown, done: (error: null, result: unknown) => void) =>
      done(null, [[[sql, values]], {}]),
  };
  const ahead = [{ sql: 'DO ?', values: [1] }];
  expect(await MARIADB.lists(connection, { sql: 'SELECT ?', values: [2] }, ahead)).toEqual([
    ['BEGIN NOT ATOMIC DO ?; SELECT ?; END', [1, 2]],
  ]);
});

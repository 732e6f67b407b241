import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type DataSourceOptions, type MigrationInterface, type QueryRunner } from 'typeorm';
import { temporaryDatabases, type TemporaryDatabase } from '../../test/support/temporary-database.js';
import { createDataSource, dataSourceOptions } from './data-source.js';
import { withLease } from './lease.js';
import { migrate } from './migrate.js';
import { columns } from '../calendar/migrations/builders/columns.js';
import { createTable } from '../calendar/migrations/builders/tables.js';
import { schema } from '../schema.js';

class Slow1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, { name: 'made', columns: [columns(runner).id()] });
    await sleep(100);
    await runner.query('INSERT INTO made (id) VALUES (1)');
  }

  down(runner: QueryRunner): Promise<void> {
    return runner.dropTable('made');
  }
}

async function query<T>(options: DataSourceOptions, sql: string): Promise<T[]> {
  const source = await createDataSource({ ...options, entities: [], migrations: [] }).initialize();
  try {
    return await source.query<T[]>(sql);
  } finally {
    await source.destroy();
  }
}

for (const { name, run, make } of temporaryDatabases) {
  run(`a lease on ${name}`, () => {
    let temporary: TemporaryDatabase;
    let options: DataSourceOptions;

    beforeAll(() => Logger.overrideLogger(false));

    beforeEach(async () => {
      temporary = await make();
      options = await dataSourceOptions(schema, temporary.url);
    });

    afterEach(() => temporary.drop());

    it('is held by one process at a time', async () => {
      let inside = 0;
      const most: number[] = [];
      const works = Array.from({ length: 5 }, () =>
        withLease(options, 'test', async () => {
          most.push(++inside);
          await sleep(30);
          inside -= 1;
        }),
      );
      await Promise.all(works);
      expect(most).toEqual([1, 1, 1, 1, 1]);
    });

    it('does not block leases of other names', async () => {
      await withLease(options, 'one', () =>
        withLease(options, 'two', () => Promise.resolve(), { acquireTimeout: 500 }),
      );
    });

    it('is released when the work fails', async () => {
      await expect(withLease(options, 'test', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
      await expect(withLease(options, 'test', () => Promise.resolve(1), { acquireTimeout: 0 })).resolves.toBe(1);
    });

    it('is renewed while the work runs', async () => {
      const long = withLease(options, 'test', () => sleep(2000), { duration: 1000 });
      await sleep(1500);
      const impatient = withLease(options, 'test', () => Promise.resolve(), { acquireTimeout: 100 });
      await expect(impatient).rejects.toThrow('had the lease "test" for 0.1 s');
      await long;
    });

    it('is taken over from a holder that has died', async () => {
      await withLease(options, 'test', () => Promise.resolve());
      await query(options, "INSERT INTO lease (name, holder, expires_at) VALUES ('test', 'dead', 1)");
      await expect(withLease(options, 'test', () => Promise.resolve(1), { acquireTimeout: 0 })).resolves.toBe(1);
    });

    it('allows three instances to start at once on an empty database', async () => {
      const starts = Array.from({ length: 3 }, async () => {
        const own = await dataSourceOptions(schema, temporary.url);
        await migrate({ ...own, entities: [], migrations: [Slow1700000000000] });
      });
      await Promise.all(starts);
      expect(await query(options, 'SELECT id FROM made')).toEqual([{ id: 1 }]);
      expect(await query(options, 'SELECT name FROM migrations')).toEqual([{ name: 'Slow1700000000000' }]);
      expect(await query(options, 'SELECT name FROM lease')).toEqual([]);
    });
  });
}

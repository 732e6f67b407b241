import { Logger } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { temporarySqlite, type TemporaryDatabase } from '../../test/support/temporary-database.js';
import { Unavailable } from '../lib/errors/api-error.js';
import { createDataSource, dataSourceOptions } from './data-source.js';
import { type Database } from './database.js';
import { openDatabase } from './database.module.js';
import { queryInWorker, withinDeadline, query } from './sql/statements.js';
import { processTime } from '../../test/support/process-time.js';

/** Counts for seconds, unless its deadline ends it. */
const countSlowly = (condition: string) => ({
  sql: `WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 30000000) SELECT COUNT(*) AS count FROM n WHERE ${condition}`,
  values: [],
});

describe('statements of a SQLite file in worker threads', () => {
  let temporary: TemporaryDatabase;
  let reader: DataSource;
  let database: Database;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    temporary = await temporarySqlite();
    const open = async (readOnly: boolean) =>
      createDataSource(
        await dataSourceOptions({ entities: [], migrations: [] }, temporary.url, { readOnly, timeout: 1000 }),
      ).initialize();
    const writer = await open(false);
    reader = await open(true);
    database = openDatabase(reader, writer, { timeout: 1000, pool: 1 });
    await database.write((manager) => manager.query('CREATE TABLE things (id integer, bytes blob)'));
    await database.write((manager) => manager.query("INSERT INTO things VALUES (1, x'00ff')"));
  });

  afterAll(async () => {
    await database.onApplicationShutdown();
    await reader.destroy();
    await temporary.drop();
  });

  it('see committed data, and take and return values of all types', async () => {
    const found = await database.read((manager) =>
      queryInWorker(manager, { sql: 'SELECT id, bytes, ? AS text, ? AS missing FROM things', values: ['é', null] }),
    );
    expect(found).toEqual([{ id: 1, bytes: new Uint8Array([0, 255]), text: 'é', missing: null }]);
  });

  it('cannot write', async () => {
    const write = database.read((manager) =>
      queryInWorker(manager, { sql: 'DELETE FROM things RETURNING id', values: [] }),
    );
    await expect(write).rejects.toThrow('readonly');
  });

  it('end at their deadline, and do not block their thread', async () => {
    const slow = () => database.read((manager) => queryInWorker(manager, countSlowly(withinDeadline(manager, 'id'))));
    await Promise.all([1, 2].map(() => expect(slow()).rejects.toBeInstanceOf(Unavailable)));
    const start = processTime();
    await database.read((manager) => queryInWorker(manager, { sql: 'SELECT 1 AS one', values: [] }));
    expect(processTime() - start).toBeLessThan(500);
  });

  it('do not block statements of the main thread', async () => {
    const slow = database
      .read((manager) => queryInWorker(manager, countSlowly(withinDeadline(manager, 'id'))))
      .catch(() => 'too slow');
    const found = await database.read((manager) => query(manager, 'SELECT id FROM things'));
    expect(found).toEqual([{ id: 1 }]);
    expect(await slow).toBe('too slow');
  });
});

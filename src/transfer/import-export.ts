import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
import { dataSourceOptions } from '../database/data-source.js';
import { schema } from '../schema.js';
import { load } from './load.js';
import { readExport } from './read-export.js';
import { withTemporaryPath } from './temporary-path.js';
import { type RowCounts } from './tables.js';

type OnRows = (rows: number) => void;

/**
 * Fills an empty database with an export.
 * @param url of the database
 * @returns the number of rows of each table
 * @throws {TransferError} that names the line; then the database is empty
 */
export async function importExport(file: Readable, url: string, onRows: OnRows): Promise<RowCounts> {
  const migrations = schema.migrations.map(({ name }) => name);
  const contents = await readExport(file, migrations);
  return load(await dataSourceOptions(schema, url, { pool: 1 }), contents, onRows);
}

/** Checks an export by importing it into a temporary database. */
export async function checkExport(file: Readable, onRows: OnRows): Promise<RowCounts> {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-check-'));
  return withTemporaryPath(folder, () => importExport(file, `sqlite:${join(folder, 'check.sqlite')}`, onRows));
}

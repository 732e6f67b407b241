import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type EntityManager, QueryFailedError } from 'typeorm';
import { knownMigrations } from '../database/migrate.js';
import { type End, EXPORT, FORMAT, type Header, lineOf } from './export-format.js';
import { transferError } from './messages.js';
import { countRows, readLastIds, readRows, sumOf } from './rows.js';
import { withSnapshot } from './snapshot.js';
import { exportedTables, type RowCounts } from './tables.js';

/** Called with the number of finished rows, and the total. */
export type OnProgress = (done: number, total: number) => void;

/**
 * Writes a calendar without its secrets, as gzip-compressed lines of JSON. Equal calendars give equal bytes.
 * @param open opens the file, after the database could be read
 * @returns the number of written rows of each table
 */
export function writeExport(url: string, open: () => Writable, onProgress: OnProgress): Promise<RowCounts> {
  return withSnapshot(url, async (manager) => {
    const counts = await countRows(manager, exportedTables(manager.dataSource));
    await pipeline(Readable.from(linesOf(manager, counts, onProgress)), createGzip(), open()).catch(throwReadable);
    return counts;
  });
}

async function* linesOf(manager: EntityManager, counts: RowCounts, onProgress: OnProgress): AsyncGenerator<string> {
  const { dataSource } = manager;
  const tables = exportedTables(dataSource);
  const lastIds = await readLastIds(manager, tables);
  const migrations = knownMigrations(dataSource);
  yield jsonLine({ export: EXPORT, format: FORMAT, migrations, lastIds } satisfies Header);
  const total = sumOf(counts);
  let done = 0;
  for (const table of tables) {
    for await (const rows of readRows(manager, table)) {
      yield rows.map((row) => lineOf(table, row)).join('');
      onProgress((done += rows.length), total);
    }
  }
  yield jsonLine({ end: counts } satisfies End);
}

/** Describes an error of the file system about a file. Errors of the database are passed on. */
function throwReadable(error: NodeJS.ErrnoException): never {
  const isOfFile = ['open', 'write'].includes(error.syscall ?? '') && !(error instanceof QueryFailedError);
  throw isOfFile ? transferError('unwritable', error.message) : error;
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

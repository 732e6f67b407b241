import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type DataSource, type EntityMetadata, QueryFailedError } from 'typeorm';
import { transferError } from './messages.js';
import { contentsOf, withSnapshot } from './snapshot.js';
import {
  AT_ONCE,
  columnsOf,
  type ExportChoice,
  exportedTables,
  tablesOf,
  type Row,
  type RowCounts,
  SECRETS,
  sumOf,
} from './tables.js';

/** The value of `export` in the first line. */
export const EXPORT = 'bilingual-event-calendar';

/** The version of the format, to be increased if older readers would misunderstand a file. */
export const FORMAT = 1;

/** Called with the number of finished rows, and the total. */
export type OnProgress = (done: number, total: number) => void;

/**
 * Writes a calendar without its secrets, as gzip-compressed lines of JSON. Equal calendars give equal bytes.
 * @param choice of tables
 */
export function writeExport(
  url: string,
  open: () => Writable,
  onProgress: OnProgress,
  choice: ExportChoice = {},
): Promise<RowCounts> {
  return withSnapshot(url, async (manager) => {
    const contents = await contentsOf(manager, exportedTables(manager.dataSource, choice));
    const lines = Readable.from(linesOf(manager.dataSource, contents, onProgress));
    await pipeline(lines, createGzip(), open()).catch(throwReadable);
    return contents.counts;
  });
}

/** The first line names the format, the last one counts the rows: without it, the file is incomplete. */
async function* linesOf(
  source: DataSource,
  { migrations, lastIds, counts, rows }: Awaited<ReturnType<typeof contentsOf>>,
  onProgress: OnProgress,
): AsyncGenerator<string> {
  const tables = new Map(tablesOf(source).map((metadata) => [metadata.tableName, metadata]));
  const total = sumOf(counts);
  let [done, lines] = [0, jsonLine({ export: EXPORT, format: FORMAT, migrations, lastIds })];
  for await (const { table, row } of rows()) {
    lines += lineOf(tables.get(table)!, row);
    done += 1;
    if (done % AT_ONCE > 0 && done < total) continue;
    yield lines;
    lines = '';
    onProgress(done, total);
  }
  yield lines + jsonLine({ end: counts });
}

/** The line of a row: `{"table":"events","row":{"id":1,…}}`. Times are ISO 8601 in UTC, bytes base64. */
export function lineOf(metadata: EntityMetadata, row: Row): string {
  const secrets = SECRETS.get(metadata.target) ?? {};
  const values = columnsOf(metadata).map(({ propertyName }) => {
    const value = row[propertyName];
    if (value instanceof Uint8Array) return [propertyName, Buffer.from(value).toString('base64')];
    return [propertyName, value !== null && propertyName in secrets ? secrets[propertyName] : value];
  });
  return jsonLine({ table: metadata.tableName, row: Object.fromEntries(values) as Row });
}

/** Describes an error of the file system about a file. Errors of the database are passed on. */
function throwReadable(error: NodeJS.ErrnoException): never {
  const isOfFile = ['open', 'write'].includes(error.syscall ?? '') && !(error instanceof QueryFailedError);
  throw isOfFile ? transferError('unwritable', error.message) : error;
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

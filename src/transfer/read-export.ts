import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { type DataSource, type EntityMetadata } from 'typeorm';
import { EXPORT, FORMAT, isObject, rowOf } from './export-format.js';
import { type LastIds } from './last-ids.js';
import { type Batch, type Contents } from './load.js';
import { exportedTables, type Row } from './tables.js';
import { TransferError } from './transfer-error.js';

/** Number of rows that are inserted together. */
const AT_ONCE = 500;

/** Maximum length of a line: more than the texts of the largest row. */
const MAX_LINE = 2 ** 26;

interface Line {
  readonly number: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Reads the first line of an export at once, and its rows on demand.
 * @param known names of the migrations of this version
 * @throws {TransferError} that names the line, also while the rows are read
 */
export async function readExport(path: string, known: readonly string[]): Promise<Contents> {
  const lines = linesOf(path);
  const first = await lines.next();
  if (first.done) throw new TransferError('The file is empty.');
  const header = headerOf(first.value.value, known);
  return { ...header, batches: (source) => batchesOf(lines, source) };
}

function headerOf(line: Line['value'], known: readonly string[]): Omit<Contents, 'batches'> {
  const { export: name, format, migrations, lastIds } = line;
  if (name !== EXPORT || typeof format !== 'number')
    throw new TransferError('Line 1: this is no export of `npm run export`.');
  if (format > FORMAT)
    throw new TransferError(
      `Line 1: the file has format ${format}, which is newer than this version reads (${FORMAT}). Use the version that wrote it, or a newer one.`,
    );
  if (!isNames(migrations) || !isLastIds(lastIds))
    throw new TransferError('Line 1: "migrations" or "lastIds" is damaged.');
  const unknown = migrations.filter((migration) => !known.includes(migration));
  if (unknown.length > 0)
    throw new TransferError(
      `Line 1: the file was written by a newer version, or with an extension that is missing here (${unknown.join(', ')}). Use the version that wrote it, or a newer one.`,
    );
  return { migrations, lastIds };
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

const isLastIds = (value: unknown): value is LastIds =>
  isObject(value) && Object.values(value).every((id) => Number.isInteger(id) && (id as number) >= 0);

async function* batchesOf(lines: AsyncIterable<Line>, source: DataSource): AsyncGenerator<Batch> {
  const tables = new Map(exportedTables(source).map((metadata) => [metadata.tableName, metadata]));
  const counts: Record<string, number> = {};
  let [table, rows, isEnded, last]: [string, Row[], boolean, number] = ['', [], false, 1];
  for await (const { number, value } of lines) {
    last = number;
    if (isEnded) throw new TransferError(`Line ${number} follows the end of the export.`);
    if (value['end'] !== undefined) {
      assertEnd(number, value['end'], counts);
      isEnded = true;
      continue;
    }
    const [name, row] = rowIn(number, value, tables);
    if (name !== table || rows.length === AT_ONCE) {
      if (rows.length > 0) yield { table, rows, place: placeOf(rows, number - 1) };
      [table, rows] = [name, []];
    }
    rows.push(row);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  if (!isEnded) throw new TransferError(`The file has lost its end: the last line is line ${last}.`);
  if (rows.length > 0) yield { table, rows, place: placeOf(rows, last - 1) };
}

function placeOf(rows: readonly Row[], last: number): string {
  return `Lines ${last - rows.length + 1} to ${last}`;
}

function rowIn(
  number: number,
  { table, row }: Line['value'],
  tables: ReadonlyMap<string, EntityMetadata>,
): [string, Row] {
  const metadata = tables.get(String(table));
  if (!metadata) throw new TransferError(`Line ${number}: an export has no table "${String(table)}".`);
  try {
    return [metadata.tableName, rowOf(metadata, row)];
  } catch (error) {
    if (error instanceof TransferError)
      throw new TransferError(`Line ${number} (${metadata.tableName}): ${error.message}`);
    throw error;
  }
}

function assertEnd(number: number, end: unknown, counts: Readonly<Record<string, number>>): void {
  if (!isObject(end)) throw new TransferError(`Line ${number}: "end" must be an object.`);
  for (const table of new Set([...Object.keys(end), ...Object.keys(counts)])) {
    const [said, read] = [end[table] ?? 0, counts[table] ?? 0];
    if (said !== read)
      throw new TransferError(
        `Line ${number}: the file has ${read} rows of ${table}, and should have ${JSON.stringify(said)}.`,
      );
  }
}

/** Reads the lines of a compressed file as a stream. */
async function* linesOf(path: string): AsyncGenerator<Line> {
  const file = createReadStream(path);
  const text = createGunzip().setEncoding('utf8');
  file.on('error', (error) => text.destroy(error)).pipe(text);
  let [number, rest] = [0, ''];
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      if (rest.length > MAX_LINE) throw new TransferError(`Line ${number + 1} is too long.`);
      for (const line of lines) yield { number: (number += 1), value: objectOf(line, number) };
    }
  } catch (error) {
    throw readable(error, number + 1);
  } finally {
    file.destroy();
  }
  if (rest !== '') yield { number: number + 1, value: objectOf(rest, number + 1) };
}

function objectOf(line: string, number: number): Line['value'] {
  try {
    const value: unknown = JSON.parse(line);
    if (isObject(value)) return value;
  } catch {
    // The error is reported below, like that of a value that is not an object.
  }
  throw new TransferError(`Line ${number}: this is no JSON object.`);
}

/** Describes an error of zlib or the file system about a file. */
function readable(error: unknown, line: number): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new TransferError('The file does not exist.');
  if (code === 'Z_BUF_ERROR') return new TransferError(`Line ${line}: the file has lost its end.`);
  if (code === 'Z_DATA_ERROR' && line === 1)
    return new TransferError('Line 1: the file is damaged, or not compressed with gzip.');
  if (code?.startsWith('Z_')) return new TransferError(`Line ${line}: the file is damaged (${message}).`);
  return syscall === undefined ? error : new TransferError(`The file cannot be read: ${message}.`);
}

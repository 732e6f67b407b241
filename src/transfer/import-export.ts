import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type DataSource, type EntityMetadata } from 'typeorm';
import { dataSourceOptions } from '../database/data-source.js';
import { CommandError } from '../errors/command-error.js';
import { schema } from '../schema.js';
import { EXPORT, FORMAT, isObject, rowOf } from './export-format.js';
import { type Batch, type Contents, load } from './load.js';
import { transferError, transferMessages } from './messages.js';
import { type LastIds } from './rows.js';
import { exportedTables, type Row, type RowCounts } from './tables.js';
import { withTemporaryPath } from './temporary-path.js';

/** Number of rows that are inserted together. */
const AT_ONCE = 500;

/** Maximum length of a line: more than the texts of the largest row. */
const MAX_LINE = 2 ** 26;

type OnRows = (rows: number) => void;

/**
 * Fills an empty database with an export.
 * @param url of the database
 * @returns the number of rows of each table
 * @throws {CommandError} that names the line; then the database is empty
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

interface Line {
  readonly number: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Reads the first line of an export at once, and its rows on demand.
 * @param known names of the migrations of this version
 * @throws {CommandError} that names the line, also while the rows are read
 */
async function readExport(file: Readable, known: readonly string[]): Promise<Contents> {
  const lines = linesOf(file);
  const first = await lines.next();
  if (first.done) throw transferError('empty');
  const header = headerOf(first.value.value, known);
  return { ...header, batches: (source) => batchesOf(lines, source) };
}

function headerOf(line: Line['value'], known: readonly string[]): Omit<Contents, 'batches'> {
  const { export: name, format, migrations, lastIds } = line;
  if (name !== EXPORT || typeof format !== 'number') throw transferError('noExport');
  if (format > FORMAT) throw transferError('newerFormat', format, FORMAT);
  if (!isNames(migrations) || !isLastIds(lastIds)) throw transferError('badHeader');
  const unknown = migrations.filter((migration) => !known.includes(migration));
  if (unknown.length > 0) throw transferError('newerVersion', unknown.join(', '));
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
    if (isEnded) throw transferError('afterEnd', number);
    if (value['end'] !== undefined) {
      assertEnd(number, value['end'], counts);
      isEnded = true;
      continue;
    }
    const [name, row] = rowIn(number, value, tables);
    if (name !== table || rows.length === AT_ONCE) {
      if (rows.length > 0) yield { table, rows, lineRange: placeOf(rows, number - 1) };
      [table, rows] = [name, []];
    }
    rows.push(row);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  if (!isEnded) throw transferError('lostEnd', last);
  if (rows.length > 0) yield { table, rows, lineRange: placeOf(rows, last - 1) };
}

function placeOf(rows: readonly Row[], last: number): Batch['lineRange'] {
  return { first: last - rows.length + 1, last };
}

function rowIn(
  number: number,
  { table, row }: Line['value'],
  tables: ReadonlyMap<string, EntityMetadata>,
): [string, Row] {
  const metadata = tables.get(String(table));
  if (!metadata) throw transferError('noTable', number, String(table));
  try {
    return [metadata.tableName, rowOf(metadata, row)];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError((language) =>
      transferMessages[language].at(number, metadata.tableName, error.reason(language)),
    );
  }
}

function assertEnd(number: number, end: unknown, counts: Readonly<Record<string, number>>): void {
  if (!isObject(end)) throw transferError('badEnd', number);
  for (const table of new Set([...Object.keys(end), ...Object.keys(counts)])) {
    const [said, read] = [end[table] ?? 0, counts[table] ?? 0];
    if (said !== read) throw transferError('otherCount', number, table, read, JSON.stringify(said));
  }
}

/** Reads the lines of a compressed file as a stream. */
async function* linesOf(file: Readable): AsyncGenerator<Line> {
  const text = createGunzip().setEncoding('utf8');
  let failure: Error | undefined;
  file.on('error', (error) => text.destroy((failure = error))).pipe(text);
  let [number, rest] = [0, ''];
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      if (rest.length > MAX_LINE) throw transferError('tooLong', number + 1);
      for (const line of lines) yield { number: (number += 1), value: objectOf(line, number) };
    }
  } catch (error) {
    throw failure && error === failure ? ofSource(failure, number + 1) : ofGzip(error, number + 1);
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
  throw transferError('noObject', number);
}

function ofSource({ code, syscall, message, cause }: NodeJS.ErrnoException, line: number): CommandError {
  if (code === 'ENOENT') return transferError('missing');
  const isOfFile = ['open', 'read'].includes(syscall ?? '');
  const detail = cause instanceof Error ? cause.message : message;
  return isOfFile ? transferError('unreadable', message) : transferError('brokenOff', line, detail);
}

function ofGzip(error: unknown, line: number): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return transferError('cutOff', line);
  if (code === 'Z_DATA_ERROR' && line === 1) return transferError('noGzip');
  return code?.startsWith('Z_') ? transferError('damaged', line, message) : error;
}

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type DataSource, type EntityMetadata } from 'typeorm';
import { type ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { CommandError } from '../../lib/errors/command-error.js';
import { FORMER_MIGRATIONS } from '../../calendar/migrations/1790000880000-former-migrations.js';
import { schema } from '../../schema.js';
import { FieldError } from '../../lib/errors/field-error.js';
import { messages } from '../../lib/i18n/messages.js';
import { cleanText } from './clean-texts.js';
import { load } from './load.js';
import { transferError, transferMessages } from './messages.js';
import { type Contents, type TableRow } from './snapshot.js';
import { columnsOf, exportedTables, type LastIds, ON_REQUEST, type Row, type RowCounts, SECRETS } from './tables.js';
import { withTemporaryPath } from './temporary-path.js';
import { EXPORT, FORMAT } from './write-export.js';

/** Maximum length of a line: more than the texts of the largest row. */
const MAX_LINE = 2 ** 25;

type OnRows = (rows: number) => void;

/**
 * Fills an empty database with an export.
 * @throws {CommandError} that names the line; then the database is empty
 */
export async function importExport(file: Readable, url: string, onRows: OnRows): Promise<RowCounts> {
  const lines = linesOf(file);
  const first = await lines.next();
  if (first.done) throw transferError('empty');
  const header = headerOf(first.value.value);
  const contents = { ...header, rows: (source: DataSource) => rowsOf(lines, source) };
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

function headerOf(line: Line['value']): Omit<Contents, 'rows'> {
  const { export: name, format, migrations, lastIds } = line;
  if (name !== EXPORT || typeof format !== 'number') throw transferError('noExport');
  if (format > FORMAT) throw transferError('newerFormat', format, FORMAT);
  if (!isNames(migrations) || !isLastIds(lastIds)) throw transferError('badHeader');
  const known = [...schema.migrations.map(({ name }) => name), ...FORMER_MIGRATIONS];
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw transferError('newerVersion', unknown.join(', '));
  return { migrations, lastIds };
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

const isLastIds = (value: unknown): value is LastIds =>
  isObject(value) && Object.values(value).every((id) => Number.isInteger(id) && (id as number) >= 0);

/** The rows of an export. Their numbers are compared with its last line. */
async function* rowsOf(lines: AsyncIterable<Line>, source: DataSource): AsyncGenerator<TableRow> {
  const tables = new Map(
    exportedTables(source, { added: ON_REQUEST }).map((metadata) => [metadata.tableName, metadata]),
  );
  const counts: Record<string, number> = {};
  let [isEnded, last] = [false, 1];
  for await (const { number, value } of lines) {
    if (isEnded) throw transferError('afterEnd', number);
    last = number;
    isEnded = value['end'] !== undefined;
    if (isEnded) {
      assertEnd(number, value['end'], counts);
      continue;
    }
    const [table, row] = rowIn(number, value, tables);
    counts[table] = (counts[table] ?? 0) + 1;
    yield { table, row, line: number };
  }
  if (!isEnded) throw transferError('lostEnd', last);
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

/** @throws {CommandError} that names the column and the expected value */
export function rowOf(metadata: EntityMetadata, row: unknown): Row {
  if (!isObject(row)) throw transferError('noRow');
  const columns = new Map(columnsOf(metadata).map((column) => [column.propertyName, column]));
  const values: Record<string, unknown> = {};
  const secrets = SECRETS.get(metadata.target) ?? {};
  for (const [property, value] of Object.entries(row)) {
    const column = columns.get(property);
    if (!column) throw transferError('noColumn', metadata.tableName, property);
    // Files of former versions have a secret that was not left out, and who has read them knows it.
    const isLeftOut = secrets[property] === null;
    values[property] = isLeftOut ? null : cleaned(metadata.tableName, column, valueOf(column, value));
  }
  for (const { propertyName } of metadata.primaryColumns)
    if (values[propertyName] === undefined) throw transferError('noKey', propertyName);
  return values;
}

/** @throws {CommandError} for a text that a write would refuse */
function cleaned(table: string, { propertyName }: ColumnMetadata, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const clean = cleanText(table, propertyName, value);
  if (!(clean instanceof FieldError)) return clean;
  throw new CommandError((language) => `"${propertyName}": ${clean.wording(messages[language])}`);
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function valueOf(column: ColumnMetadata, value: unknown): unknown {
  const must = (isRight: boolean, name: 'given' | 'integer' | 'number' | 'boolean' | 'time' | 'bytes' | 'value') => {
    if (!isRight) throw transferError(name, column.propertyName);
  };
  if (value === null) must(column.isNullable, 'given');
  if (value === null) return null;
  switch (column.type) {
    case 'int':
      must(Number.isInteger(value) && Math.abs(value as number) < 2 ** 32, 'integer');
      return value;
    case 'double':
      must(typeof value === 'number', 'number');
      return value;
    case 'boolean':
      must(typeof value === 'boolean', 'boolean');
      return value;
    case 'datetime':
      must(typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value)), 'time');
      return new Date(value as string);
    case 'blob':
    case 'mediumblob':
      must(typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value), 'bytes');
      return Buffer.from(value as string, 'base64');
    case 'varchar':
      if (typeof value !== 'string' || !isShort(value, Number(column.length)))
        throw transferError('text', column.propertyName, column.length);
      return value;
    default:
      must(typeof value !== 'object', 'value');
      return value;
  }
}

/** Servers count characters, JavaScript counts UTF-16 units, of which a character has one or two. */
function isShort(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && Array.from(text).length <= max);
}

function assertEnd(number: number, end: unknown, counts: Readonly<Record<string, number>>): void {
  if (!isObject(end)) throw transferError('badEnd', number);
  for (const table of new Set([...Object.keys(end), ...Object.keys(counts)])) {
    const [said, read] = [end[table] ?? 0, counts[table] ?? 0];
    if (said !== read) throw transferError('otherCount', number, table, read, JSON.stringify(said));
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the lines of a compressed file as a stream. */
async function* linesOf(file: Readable): AsyncGenerator<Line> {
  const text = createGunzip().setEncoding('utf8');
  let failure: Error | undefined;
  file.on('error', (error) => text.destroy((failure = error))).pipe(text);
  let number = 0;
  // The parts of a line are joined once, since a line may come in thousands of chunks.
  let [parts, length]: [string[], number] = [[], 0];
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = chunk.split('\n');
      const last = lines.pop()!;
      for (const line of lines) {
        yield { number: (number += 1), value: objectOf(parts.join('') + line, number) };
        [parts, length] = [[], 0];
      }
      parts.push(last);
      length += last.length;
      if (length > MAX_LINE) throw transferError('tooLong', number + 1);
    }
  } catch (error) {
    throw failure && error === failure ? ofSource(failure, number + 1) : ofGzip(error, number + 1);
  } finally {
    file.destroy();
  }
  const rest = parts.join('');
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

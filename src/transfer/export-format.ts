import { type EntityMetadata } from 'typeorm';
import { type ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { transferError } from './messages.js';
import { type LastIds } from './rows.js';
import { columnsOf, type Row, type RowCounts, SECRETS } from './tables.js';

/** The version of the format, to be increased if older readers would misunderstand a file. */
export const FORMAT = 1;

/** The first line of an export. */
export interface Header {
  readonly export: typeof EXPORT;
  readonly format: number;
  /** The migrations of the tables. */
  readonly migrations: readonly string[];
  readonly lastIds: LastIds;
}

/** The value of `export` in the first line. */
export const EXPORT = 'bilingual-event-calendar';

/** The last line, whose absence shows that the file is incomplete. */
export interface End {
  readonly end: RowCounts;
}

/** The line of a row: `{"table":"events","row":{"id":1,…}}`. Times are ISO 8601 in UTC, bytes base64. */
export function lineOf(metadata: EntityMetadata, row: Row): string {
  const secrets = SECRETS.get(metadata.target) ?? {};
  const values = columnsOf(metadata).map(({ propertyName }) => {
    const value = row[propertyName];
    if (value instanceof Uint8Array) return [propertyName, Buffer.from(value).toString('base64')];
    return [propertyName, value === null ? null : (secrets[propertyName] ?? value)];
  });
  return `${JSON.stringify({ table: metadata.tableName, row: Object.fromEntries(values) as Row })}\n`;
}

/**
 * Reads the row of a line.
 * @throws {CommandError} that names the column and the expected value
 */
export function rowOf(metadata: EntityMetadata, row: unknown): Row {
  if (!isObject(row)) throw transferError('noRow');
  const columns = new Map(columnsOf(metadata).map((column) => [column.propertyName, column]));
  const values: Record<string, unknown> = {};
  for (const [property, value] of Object.entries(row)) {
    const column = columns.get(property);
    if (!column) throw transferError('noColumn', metadata.tableName, property);
    values[property] = valueOf(column, value);
  }
  for (const { propertyName } of metadata.primaryColumns)
    if (values[propertyName] === undefined) throw transferError('noKey', propertyName);
  return values;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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

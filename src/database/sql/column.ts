import { type DataSource } from 'typeorm';
import { type ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { isSqlite } from '../data-source.js';
import { parseSqliteTime } from './sqlite-time.js';
import { type Value } from './statements.js';

/** A column of a table, and how its values are converted. */
export interface Column {
  /** Name of the property of the entity. */
  readonly property: string;
  /** Quoted name in SQL. */
  readonly name: string;
  /** Whether it is read by default. */
  readonly isSelected: boolean;
  readonly isGenerated: boolean;
  /** The default of the entity for an absent value. */
  readonly defaultValue: Value;
  /** Converts a value for the driver. */
  store(value: unknown): Value;
  /** Converts a value of the driver for the entity; undefined if they are equal. Not called with NULL. */
  readonly read: ((value: unknown) => unknown) | undefined;
}

export function columnsOf(source: DataSource, columns: readonly ColumnMetadata[]): Column[] {
  return columns
    .filter(({ isVirtual }) => !isVirtual)
    .map((column) => ({
      property: column.propertyName,
      name: source.driver.escape(column.databaseName),
      isSelected: column.isSelect,
      isGenerated: column.isGenerated,
      defaultValue: ['string', 'number', 'boolean'].includes(typeof column.default) ? (column.default as Value) : null,
      store: (value) => source.driver.preparePersistentValue(value, column) as Value,
      read: readerOf(source, column),
    }));
}

const UNCHANGED = new Set<unknown>(['int', 'integer', 'double', 'varchar', 'text', 'blob', 'mediumtext', 'mediumblob']);

/** TypeORM converts values, but of most columns nothing needs to be converted, and times are many. */
function readerOf(source: DataSource, column: ColumnMetadata): Column['read'] {
  if (column.transformer === undefined && UNCHANGED.has(column.type)) return undefined;
  if (column.type === 'datetime') return isSqlite(source) ? (value) => parseSqliteTime(value as string) : undefined;
  return (value) => source.driver.prepareHydratedValue(value, column) as unknown;
}

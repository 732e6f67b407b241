import { type DataSource } from 'typeorm';
import { type ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { isSqlite } from '../data-source.js';
import { parseSqliteTime } from './sqlite-time.js';
import { type Value } from './statements.js';

export type Column = ReturnType<typeof columnsOf>[number];

/** The columns of a table, and how their values are converted. */
export function columnsOf(source: DataSource, columns: readonly ColumnMetadata[]) {
  return columns
    .filter(({ isVirtual }) => !isVirtual)
    .map((column) => ({
      property: column.propertyName,
      /** Quoted for SQL. */
      name: source.driver.escape(column.databaseName),
      /** Whether it is read by default. */
      isSelected: column.isSelect,
      isGenerated: column.isGenerated,
      /** For an absent value. */
      defaultValue: ['string', 'number', 'boolean'].includes(typeof column.default) ? (column.default as Value) : null,
      /** Converts a value for the driver. */
      store: (value: unknown) => source.driver.preparePersistentValue(value, column) as Value,
      /** Converts a value of the driver, but not NULL; undefined if no value needs it. */
      read: readerOf(source, column),
    }));
}

const UNCHANGED = new Set<unknown>(['int', 'integer', 'double', 'varchar', 'text', 'blob', 'mediumtext', 'mediumblob']);

/** TypeORM converts values, but of most columns nothing needs to be converted, and times are many. */
function readerOf(source: DataSource, column: ColumnMetadata): ((value: unknown) => unknown) | undefined {
  if (column.transformer === undefined && UNCHANGED.has(column.type)) return undefined;
  if (column.type === 'datetime') return isSqlite(source) ? (value) => parseSqliteTime(value as string) : undefined;
  return (value) => source.driver.prepareHydratedValue(value, column) as unknown;
}

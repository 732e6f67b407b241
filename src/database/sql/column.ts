import { type DataSource } from 'typeorm';
import { type ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { isSqlite } from '../data-source.js';
import { parseSqliteTime } from './sqlite-time.js';
import { type Value } from './drivers.js';

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

export function columnsOf({ driver, options }: DataSource, columns: readonly ColumnMetadata[]): Column[] {
  const onSqlite = isSqlite({ options });
  return columns
    .filter(({ isVirtual }) => !isVirtual)
    .map((column) => ({
      property: column.propertyName,
      name: driver.escape(column.databaseName),
      isSelected: column.isSelect,
      isGenerated: column.isGenerated,
      defaultValue: defaultOf(column),
      ...conversions(column, onSqlite, {
        store: (value) => driver.preparePersistentValue(value, column) as Value,
        read: (value) => driver.prepareHydratedValue(value, column) as unknown,
      }),
    }));
}

type Conversions = Pick<Column, 'store' | 'read'>;

/** Converts dates and booleans without TypeORM, which is faster. Numbers and texts stay as they are. */
function conversions(column: ColumnMetadata, onSqlite: boolean, others: Conversions): Conversions {
  const store = (value: unknown) => value as Value;
  if (column.transformer) return others;
  if (PLAIN.has(column.type)) return { store, read: undefined };
  if (column.type === 'boolean') return { store, read: (value) => value !== 0 };
  if (column.type === 'datetime')
    return { store, read: onSqlite ? (value) => parseSqliteTime(value as string) : undefined };
  return others;
}

const PLAIN = new Set<unknown>(['int', 'integer', 'double', 'varchar', 'text', 'blob', 'mediumtext', 'mediumblob']);

function defaultOf({ default: usual }: ColumnMetadata): Value {
  return ['string', 'number', 'boolean'].includes(typeof usual) ? (usual as Value) : null;
}

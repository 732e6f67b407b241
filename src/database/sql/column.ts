import { type DataSource } from 'typeorm';
import { type ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { isSqlite } from '../data-source.js';
import { parseSqliteTime } from './sqlite-time.js';
import { type Value } from './values.js';

/** A column of a table, and what becomes of its values on the way. */
export interface Column {
  /** Of the entity. */
  readonly property: string;
  /** In quotes, as statements name it. */
  readonly name: string;
  /** Whether it is read where nothing is said. */
  readonly isSelected: boolean;
  readonly isGenerated: boolean;
  /** Whether it may hold any amount of text. */
  readonly isLong: boolean;
  /** What the entity says that an absent value is. */
  readonly usual: Value;
  /** What the driver is given for a value. */
  store(value: unknown): Value;
  /** What a value of the driver is to the entity; undefined where it is that already. Never asked of NULL. */
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
      isLong: column.type === 'text' || column.type === 'mediumtext',
      usual: usualOf(column),
      ...conversions(column, onSqlite, {
        store: (value) => driver.preparePersistentValue(value, column) as Value,
        read: (value) => driver.prepareHydratedValue(value, column) as unknown,
      }),
    }));
}

type Conversions = Pick<Column, 'store' | 'read'>;

/** Times and flags in few steps, what is the same on both sides in none, anything else as TypeORM does it. */
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

function usualOf({ default: usual }: ColumnMetadata): Value {
  return ['string', 'number', 'boolean'].includes(typeof usual) ? (usual as Value) : null;
}

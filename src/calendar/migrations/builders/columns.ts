import { type QueryRunner, type TableColumnOptions } from 'typeorm';
import { isSqlite } from '../../../database/data-source.js';

type Default = string | number | boolean;

export interface ColumnOptions {
  readonly nullable?: boolean;
  /** Part of the primary key. */
  readonly primary?: boolean;
  /** The default as the entity declares it: `0`, `false`, `'draft'`. TypeORM does not support quotes in it. */
  readonly default?: Default;
}

/**
 * Columns as the entities declare them, in the dialect of the database. The comment of each names the decorator with
 * which `migration:check` finds no difference.
 */
export function columns(runner: QueryRunner) {
  const sqlite = isSqlite(runner.dataSource);
  const column = (name: string, type: string, options: ColumnOptions = {}): TableColumnOptions => ({
    name,
    type,
    isNullable: options.nullable ?? false,
    isPrimary: options.primary ?? false,
    ...(options.default === undefined ? {} : { default: literal(options.default) }),
  });
  const text = (name: string, length: number, options?: ColumnOptions): TableColumnOptions => ({
    ...column(name, 'varchar', options),
    length: String(length),
  });
  // SQLite always compares by bytes.
  const exact = sqlite ? {} : { collation: 'utf8mb4_bin' };
  const ascii = sqlite ? {} : { charset: 'ascii', collation: 'ascii_bin' };
  const largeText = sqlite ? 'text' : 'mediumtext';
  return {
    /** `@PrimaryGeneratedColumn({ unsigned: true })` */
    id: (name = 'id'): TableColumnOptions => ({
      ...column(name, 'integer', { primary: true }),
      unsigned: true,
      isGenerated: true,
      generationStrategy: 'increment',
    }),
    /** `@Column('int', { unsigned: true })`, `@PrimaryColumn('int', { unsigned: true })`: ids of others, counts */
    unsigned: (name: string, options?: ColumnOptions): TableColumnOptions => ({
      ...column(name, 'integer', options),
      unsigned: true,
    }),
    /** `@Column('int')` */
    integer: (name: string, options?: ColumnOptions) => column(name, 'integer', options),
    /** `@Column('double')` */
    double: (name: string, options?: ColumnOptions) => column(name, 'double', options),
    /** `@Column('boolean')` */
    flag: (name: string, options?: ColumnOptions) => column(name, 'boolean', options),
    /** `@Column('varchar', { length })` */
    text,
    /** `@Column({ type: 'varchar', length, collation: 'utf8mb4_bin' })` */
    exactText: (...given: Parameters<typeof text>) => ({ ...text(...given), ...exact }),
    /** `@Column({ type: 'varchar', length, charset: 'ascii', collation: 'ascii_bin' })`: one byte each on a server, too */
    asciiText: (...given: Parameters<typeof text>) => ({ ...text(...given), ...ascii }),
    /** `@Column('text')`: 16 MiB on a server, without a default there */
    longText: (name: string, options?: Omit<ColumnOptions, 'default' | 'primary'>) => column(name, largeText, options),
    /** `@Column({ type: 'text', collation: 'utf8mb4_bin' })` */
    exactLongText: (name: string) => ({ ...column(name, largeText), ...exact }),
    /** `@Column('blob')`: text that is searched by bytes, which is several times faster than by characters */
    bytes: (name: string) => column(name, sqlite ? 'blob' : 'mediumblob'),
    /** `@Column('datetime')`: a `Date`; whole seconds, UTC */
    instant: (name: string, options?: Omit<ColumnOptions, 'default'>) => column(name, 'datetime', options),
  };
}

function literal(value: Default): string {
  if (typeof value === 'string') return `'${value}'`;
  return String(Number(value));
}

import { type DataSource, type EntityManager, type ObjectLiteral } from 'typeorm';
import { type CalendarDataSource, isSqlite } from '../data-source.js';
import {
  chunks,
  placeholders,
  query,
  queryLists,
  run,
  type Statement,
  type Value,
  parseSqliteTime,
} from './statements.js';
import { type ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

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
  if (column.transformer === undefined && column.type === 'boolean') return Boolean;
  if (column.type === 'datetime') return isSqlite(source) ? (value) => parseSqliteTime(value as string) : undefined;
  return (value) => source.driver.prepareHydratedValue(value, column) as unknown;
}

/** Maximum number of values in one list: SQLite supports 32,766 variables in a statement. */
const MAX_LIST = 10_000;

/** Maximum number of values in one statement. */
const MAX_VALUES = 30_000;

/** Selects the rows that have all these values, or one of the values of a list. */
export type Where<E> = { readonly [Property in keyof E]?: E[Property] | readonly E[Property][] };

type Name<E> = keyof E & string;

/** A statement that inserts these rows. */
type Insertion<E> = Statement & { readonly rows: readonly Partial<E>[] };

/** Maximum number of different values in one UPDATE: the cost of its CASE is quadratic. */
const MAX_UNLIKE = 100;

/** Reads and writes the table of an entity. Rows are plain objects without relations. */
export class Table<E extends object> {
  private readonly columns: readonly Column[];
  private readonly byProperty: ReadonlyMap<string, Column>;
  private readonly selected: readonly Column[];
  /** The index of the primary key in `selected`. Its value is null only if a LEFT JOIN found no row. */
  private readonly keyPlace: number;
  readonly name: string;

  /** @param read columns that are read by default; if omitted, all except those with `select: false` */
  constructor(
    private readonly source: DataSource,
    private readonly entity: new () => E,
    read?: readonly Name<E>[],
  ) {
    const metadata = source.getMetadata(entity);
    this.name = source.driver.escape(metadata.tableName);
    this.columns = columnsOf(source, metadata.columns);
    this.byProperty = new Map(this.columns.map((column) => [column.property, column]));
    this.selected =
      read?.map((property) => this.column(property)) ?? this.columns.filter(({ isSelected }) => isSelected);
    const key = metadata.primaryColumns[0]?.propertyName;
    this.keyPlace = this.selected.findIndex(({ property }) => property === key);
  }

  /**
   * Rows that have these values; all rows without a condition, none if a list is empty.
   * @param columns to read; by default all but those with `select: false`
   */
  async select<Property extends Name<E> = Name<E>>(
    manager: EntityManager,
    where: Where<E>,
    reading: { readonly columns?: readonly Property[] } = {},
  ): Promise<Pick<E, Property>[]> {
    const columns = reading.columns?.map((property) => this.column(property)) ?? this.selected;
    const names = columns.map(({ name }) => name).join(', ');
    const rows: Pick<E, Property>[] = [];
    for (const { sql, values } of this.conditions(where)) {
      const lists = await queryLists(manager, `SELECT ${names} FROM ${this.name}${sql}`, values);
      for (const list of lists) rows.push(filled({}, columns, list, 0) as Pick<E, Property>);
    }
    return rows;
  }

  /** The columns that are read by default, for a table with an alias. */
  columnsOf(alias: string): string {
    return this.selected.map(({ name }) => `${alias}.${name}`).join(', ');
  }

  get width(): number {
    return this.selected.length;
  }

  /** Builds a row from values in the order of `columnsOf`, from an index on; null if a LEFT JOIN found none. */
  rowAt(list: readonly unknown[], place: number): E | null {
    return list[place + this.keyPlace] === null ? null : (filled(new this.entity(), this.selected, list, place) as E);
  }

  /**
   * Inserts rows, in one statement unless they are thousands. Absent values have the default of the entity.
   * @returns the generated ids, in the order of the rows; none if the key is not generated
   */
  async insert(manager: EntityManager, rows: readonly Partial<E>[]): Promise<number[]> {
    const ids: number[] = [];
    for (const insertion of this.insertions(rows)) ids.push(...(await this.insertSome(manager, insertion)));
    return ids;
  }

  /** Inserts rows, or updates those with the same `keys`. */
  async upsert(manager: EntityManager, rows: readonly Partial<E>[], keys: readonly Name<E>[]): Promise<void> {
    const columns = this.columnsIn(rows);
    const others = columns.filter(({ property }) => !keys.some((key) => key === property));
    const onSqlite = isSqlite(this.source);
    const sets = (others.length > 0 ? others : columns).map(
      ({ name }) => `${name} = ${onSqlite ? `excluded.${name}` : `VALUES(${name})`}`,
    );
    const target = keys.map((key) => this.column(key).name).join(', ');
    const clash = onSqlite ? `ON CONFLICT (${target}) DO UPDATE SET` : 'ON DUPLICATE KEY UPDATE';
    for (const { sql, values } of this.insertions(rows))
      await run(manager, `${sql} ${clash} ${sets.join(', ')}`, values);
  }

  /** @returns how many rows match, changed or not */
  async update(manager: EntityManager, where: Where<E>, columns: Partial<E>): Promise<number> {
    const changed = this.columnsIn([columns]);
    if (changed.length === 0) throw new Error(`What is to change in ${this.name}?`);
    const sets = changed.map(({ name }) => `${name} = ?`).join(', ');
    const given = changed.map((column) => column.store(value(columns, column.property)));
    return this.write(manager, `UPDATE ${this.name} SET ${sets}`, given, where);
  }

  /**
   * Updates several rows with different values: in one statement if they are few or get equal values.
   * @param shared columns in which all rows are equal
   * @param key the column that identifies a row
   * @param rows all with the same columns, the key among them
   * @returns how many rows matched
   */
  async updateEach(
    manager: EntityManager,
    shared: Where<E>,
    key: Name<E>,
    rows: readonly Partial<E>[],
  ): Promise<number> {
    const keyColumn = this.column(key);
    const changed = this.columnsIn(rows.slice(0, 1))
      .filter((column) => column !== keyColumn)
      .map((column) => {
        const values = rows.map((row) => column.store(value(row, column.property)));
        return { name: column.name, values, areAlike: values.every((one) => one === values[0]) };
      });
    const length = changed.every(({ areAlike }) => areAlike) ? MAX_LIST : MAX_UNLIKE;
    let total = 0;
    for (let start = 0; start < rows.length; start += length) {
      const keys = rows.slice(start, start + length).map((row) => row[key]);
      const given: Value[] = [];
      const sets = changed.map(({ name, values, areAlike }) => {
        if (areAlike) given.push(values[0]);
        else keys.forEach((one, place) => given.push(keyColumn.store(one), values[start + place]));
        return `${name} = ${areAlike ? '?' : `CASE ${keyColumn.name}${' WHEN ? THEN ?'.repeat(keys.length)} END`}`;
      });
      const where = { ...shared, [key]: keys } as Where<E>;
      total += await this.write(manager, `UPDATE ${this.name} SET ${sets.join(', ')}`, given, where);
    }
    return total;
  }

  /** @returns how many rows matched */
  remove(manager: EntityManager, where: Where<E>): Promise<number> {
    return this.write(manager, `DELETE FROM ${this.name}`, [], where);
  }

  private async write(
    manager: EntityManager,
    statement: string,
    given: readonly Value[],
    where: Where<E>,
  ): Promise<number> {
    if (Object.keys(where).length === 0) throw new Error(`Which rows of ${this.name}?`);
    let total = 0;
    for (const { sql, values } of this.conditions(where))
      total += (await run(manager, `${statement}${sql}`, [...given, ...values])).affected;
    return total;
  }

  private async insertSome(manager: EntityManager, { rows, sql, values }: Insertion<E>): Promise<number[]> {
    const generated = this.columns.find(({ isGenerated }) => isGenerated);
    const isGiven = rows.some((row) => generated && value(row, generated.property) !== undefined);
    // MariaDB returns the ids themselves.
    if (generated && !isGiven && rows.length > 1 && this.source.driver.isReturningSqlSupported('insert')) {
      const lists = await queryLists(manager, `${sql} RETURNING ${generated.name}`, values);
      return lists.map(([id]) => Number(id));
    }
    const { insertId } = await run(manager, sql, values);
    if (!generated) return [];
    if (isGiven) return rows.map((row) => Number(value(row, generated.property)));
    if (isSqlite(this.source)) return rows.map((_, place) => insertId - rows.length + 1 + place);
    if (rows.length === 1) return [insertId];
    const [settings] = await query<{ step: number }>(manager, 'SELECT @@auto_increment_increment AS step');
    return rows.map((_, place) => insertId + place * Number(settings!.step));
  }

  /** The statements that insert rows: one, unless these are thousands. */
  private insertions(rows: readonly Partial<E>[]): Insertion<E>[] {
    if (rows.length === 0) return [];
    const columns = this.columnsIn(rows);
    const names = columns.map(({ name }) => name).join(', ');
    const line = `(${placeholders(columns.length)})`;
    return chunks(rows, Math.floor(MAX_VALUES / columns.length)).map((some) => ({
      rows: some,
      sql: `INSERT INTO ${this.name} (${names}) VALUES ${Array.from(some, () => line).join(', ')}`,
      values: some.flatMap((row) =>
        columns.map((column) => {
          const given = value(row, column.property);
          return given === undefined ? column.defaultValue : column.store(given);
        }),
      ),
    }));
  }

  /** Returns one condition, several if a list is too long for one statement, or none if a list is empty. */
  private conditions(where: Where<E>): Statement[] {
    const entries = Object.entries<unknown>(where);
    const long = entries.find(([, wanted]) => Array.isArray(wanted) && wanted.length > MAX_LIST);
    if (long) {
      const [property, list] = long as [string, readonly unknown[]];
      return chunks(list, MAX_LIST).flatMap((piece) => this.conditions({ ...where, [property]: piece }));
    }
    if (entries.some(([, wanted]) => Array.isArray(wanted) && wanted.length === 0)) return [];
    const values: Value[] = [];
    const tests = entries.map(([property, wanted]) => {
      const column = this.column(property);
      if (wanted === null) return `${column.name} IS NULL`;
      const list = Array.isArray(wanted) ? (wanted as readonly unknown[]) : [wanted];
      values.push(...list.map((one) => column.store(one)));
      return list.length === 1 ? `${column.name} = ?` : `${column.name} IN (${placeholders(list.length)})`;
    });
    return [{ sql: tests.length > 0 ? ` WHERE ${tests.join(' AND ')}` : '', values }];
  }

  /** The columns that have a value in any of the rows. */
  private columnsIn(rows: readonly Partial<E>[]): Column[] {
    return this.columns.filter(({ property }) => rows.some((row) => value(row, property) !== undefined));
  }

  private column(property: string): Column {
    const column = this.byProperty.get(property);
    if (!column) throw new Error(`${this.name} has no column for ${property}.`);
    return column;
  }
}

function value(row: object, property: string): unknown {
  return (row as Record<string, unknown>)[property];
}

/** Reads a row from the values of a list, from an index on. */
function filled(
  row: ObjectLiteral,
  columns: readonly Column[],
  list: readonly unknown[],
  start: number,
): ObjectLiteral {
  for (let place = 0; place < columns.length; place += 1) {
    const { property, read } = columns[place]!;
    const given = list[start + place];
    row[property] = read === undefined || given === null ? given : read(given);
  }
  return row;
}

/**
 * The table of an entity, created once for each data source.
 * @param read columns that are read by default, as a constant; if omitted, all except those with `select: false`
 */
export function tableOf<E extends object>(
  { dataSource }: EntityManager,
  entity: new () => E,
  read?: readonly Name<E>[],
): Table<E> {
  return cachedByKey(dataSource, read ?? entity, () => new Table<E>(dataSource, entity, read));
}

/**
 * Calls `derive` once for each key, and returns its result, which depends on the metadata of the data source only.
 * @param key compared by identity, so it must be a constant
 */
export function cachedByKey<T extends object>(dataSource: DataSource, key: object, derive: () => T): T {
  const { metadataCache } = dataSource as CalendarDataSource;
  let value = metadataCache.get(key);
  if (!value) metadataCache.set(key, (value = derive()));
  return value as T;
}

import { type PoolConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2';
import {
  type EntityManager,
  type ObjectLiteral,
  QueryFailedError,
  type QueryRunner,
  QueryRunnerAlreadyReleasedError,
} from 'typeorm';
import { isSqlite } from '../data-source.js';
import { type SqliteConnection } from '../sqlite-connection.js';
import { withStatementSpan } from '../../lib/tracing/statement-spans.js';
import { UnitOfWork, yieldAfterSlice } from '../database.js';
import { parseAsUtc } from '../../lib/datetime/moment.js';

/** The value of a `?`; undefined means NULL. */
export type Value = string | number | bigint | boolean | Date | Buffer | null | undefined;

/** A statement or fragment, and the values of its `?`. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Runs a statement that reads, and returns its rows as objects by the names of the columns. */
export function query<Row>(manager: EntityManager, sql: string, values: readonly Value[] = []): Promise<Row[]> {
  return withRunner(manager, (runner) => runner.query(sql, driverValues(manager, values)) as Promise<Row[]>);
}

/**
 * Runs a statement that writes.
 * @returns the number of matched rows, also those that already had the values; and the generated id: for several rows
 * the last one on SQLite, the first one on a server
 */
export async function run(manager: EntityManager, sql: string, values: readonly Value[] = []) {
  const write = (runner: QueryRunner) => runner.query(sql, driverValues(manager, values), true);
  const { affected = 0, raw } = await withRunner<{ affected?: number; raw: unknown }>(manager, write);
  // MySQL's driver returns an object, and TypeORM the id itself on SQLite.
  return { affected, insertId: Number((raw as Partial<ResultSetHeader>).insertId ?? raw) };
}

/** Like `query`, but returns rows as lists of values, since joined tables have columns of the same name. */
export function queryLists(manager: EntityManager, sql: string, values: readonly Value[] = []): Promise<unknown[][]> {
  return withRunner(manager, async (runner) => {
    const { dataSource } = manager;
    const given = driverValues(manager, values);
    const connection: unknown = await runner.connect();
    if (runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
    dataSource.logger.logQuery(sql, given, runner);
    try {
      if (isSqlite(dataSource))
        return await withStatementSpan(sql, () => (connection as SqliteConnection).lists(sql, given));
      return await serverLists(connection as PoolConnection, sql, given);
    } catch (error) {
      dataSource.logger.logQueryError(error as Error, sql, given, runner);
      throw new QueryFailedError(sql, given, error as Error);
    }
  });
}

function serverLists(connection: PoolConnection, sql: string, values: Value[]): Promise<unknown[][]> {
  return new Promise((resolve, reject) => {
    connection.query<RowDataPacket[][]>({ sql, rowsAsArray: true }, values, (error, rows) =>
      error ? reject(error) : resolve(rows),
    );
  });
}

/** Uses the manager's query runner, and so its transaction. */
async function withRunner<T>(manager: EntityManager, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  await yieldAfterSlice(manager);
  if (manager.queryRunner) return work(manager.queryRunner);
  const runner = manager.dataSource.createQueryRunner();
  try {
    return await work(runner);
  } finally {
    await runner.release();
  }
}

function driverValues({ dataSource }: EntityManager, values: readonly Value[]): Value[] {
  return isSqlite(dataSource) ? values.map(sqliteValue) : [...values];
}

/** SQLite has neither booleans nor times. */
function sqliteValue(value: Value): Value {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? sqliteTime(value) : (value ?? null);
}

/** A fragment of SQL and its named parameters. */
export interface SqlFragment {
  readonly sql: string;
  readonly parameters: ObjectLiteral;
}

/** Maximum number of ids that are bound. SQLite binds at most 32,766 values in one statement. */
const MAX_BOUND_IDS = 100;

/**
 * `(…)` after IN, for ids from the database. A few ids are bound, so that the prepared statement serves other ids, too.
 * @param name of the parameter
 */
export function idList(name: string, ids: readonly number[]): SqlFragment {
  if (ids.length > MAX_BOUND_IDS) return { sql: `(${ids.join()})`, parameters: {} };
  return { sql: `(:...${name})`, parameters: { [name]: ids } };
}

/** Runs SQL with its named parameters. */
export function selectNamed<Row>(manager: EntityManager, fragment: SqlFragment): Promise<Row[]> {
  const { sql, values } = toPositional(fragment);
  return query<Row>(manager, sql, values);
}

/**
 * Turns SQL with `:name`, or `:...name` for the values of a list, into SQL with `?` and the values in its order. Names
 * without a value are left: they are part of literals, such as `'10:30'`.
 */
export function toPositional({ sql, parameters }: SqlFragment): Statement {
  const values: Value[] = [];
  const marked = sql.replaceAll(/:(?:\.\.\.)?(\w+)/g, (written, name: string) => {
    if (!Object.hasOwn(parameters, name)) return written;
    const list = [parameters[name] as Value | readonly Value[]].flat() as readonly Value[];
    values.push(...list);
    return placeholders(list.length);
  });
  return { sql: marked, values };
}

/**
 * Runs a statement that may scan many rows and returns few. On SQLite it runs in a worker thread, since it would block
 * all other requests; on a server like any other statement.
 */
export async function queryInWorker<Row>(manager: EntityManager, { sql, values }: Statement): Promise<Row[]> {
  if (!(manager instanceof UnitOfWork) || !manager.workers) return query<Row>(manager, sql, values);
  const { workers } = manager;
  const given = values.map(sqliteValue);
  const log = () => void manager.dataSource.logger.logQuery(sql, given, manager.queryRunner);
  try {
    return await withStatementSpan(sql, () => workers.rows<Row>(manager, { sql, values: given }, log));
  } catch (error) {
    const isSqliteError = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
    throw isSqliteError ? new QueryFailedError(sql, given, error) : error;
  }
}

/** `queryInWorker` for SQL with named parameters. */
export function selectNamedInWorker<Row>(manager: EntityManager, fragment: SqlFragment): Promise<Row[]> {
  return queryInWorker<Row>(manager, toPositional(fragment));
}

/**
 * A condition that is always true. In a statement of `queryInWorker` it calls a function that throws after the
 * deadline, once for 64 ids. LIKELIHOOD tells SQLite that it filters nothing, so the query plan stays the same.
 * @param id SQL of the id of the scanned rows
 */
export function withinDeadline(manager: EntityManager, id: string): string {
  const isInWorker = manager instanceof UnitOfWork && manager.workers !== undefined;
  return isInWorker ? `likelihood(${id} % 64 <> 0 OR within_deadline(), 1.0)` : '1 = 1';
}

/** `?, ?, ?` */
export function placeholders(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}

/** Splits a list into pieces of at most `length`. */
export function chunks<T>(list: readonly T[], length: number): (readonly T[])[] {
  if (list.length <= length) return [list];
  return Array.from({ length: Math.ceil(list.length / length) }, (_, piece) =>
    list.slice(piece * length, (piece + 1) * length),
  );
}

/** A time as TypeORM stores it on SQLite: `YYYY-MM-DD HH:MM:SS.fff`, in UTC. */
export function sqliteTime(date: Date): string {
  return date.toISOString().slice(0, -1).replace('T', ' ');
}

/** Parses a text of `sqliteTime`; the fraction may be missing. Many times faster than `new Date(text)`. */
export function parseSqliteTime(text: string): Date {
  const milliseconds = text.length > WHOLE_SECONDS ? Number(`0${text.slice(WHOLE_SECONDS)}`) * 1000 : 0;
  return new Date(parseAsUtc(text.slice(0, WHOLE_SECONDS)) + Math.round(milliseconds));
}

const WHOLE_SECONDS = 'YYYY-MM-DD HH:MM:SS'.length;

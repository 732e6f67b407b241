import { isNativeError } from 'node:util/types';
import { type EntityManager, type ObjectLiteral, QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { isSqlite } from '../data-source.js';
import { statementRecorder } from '../../tracing/statement-spans.js';
import { UnitOfWork, yieldToEventLoop } from '../unit-of-work.js';
import { type Driver, MYSQL, SQLITE, sqliteValue, type Statement, type Value, type WriteResult } from './drivers.js';

/** Runs a statement that reads, and returns its rows as objects by the names of the columns. */
export function query<Row>(manager: EntityManager, sql: string, values: readonly Value[] = []): Promise<Row[]> {
  return perform(manager, { sql, values }, (driver, ...given) => driver.rows<Row>(...given));
}

/** Runs a statement that reads, and returns each row as its values in the order of the columns. */
export function queryLists(manager: EntityManager, sql: string, values: readonly Value[] = []): Promise<unknown[][]> {
  return perform(manager, { sql, values }, (driver, ...given) => driver.lists(...given));
}

/** Runs a statement that writes. */
export function run(manager: EntityManager, sql: string, values: readonly Value[] = []): Promise<WriteResult> {
  return perform(manager, { sql, values }, (driver, ...given) => driver.write(...given));
}

/**
 * Runs a statement on the connection of the manager's query runner, and so in its transaction. Logs as TypeORM does.
 * @throws {QueryFailedError} with the error of the driver
 */
async function perform<T>(
  manager: EntityManager,
  statement: Statement,
  work: (driver: Driver, connection: unknown, statement: Statement) => T | Promise<T>,
): Promise<T> {
  const { dataSource } = manager;
  const runner = manager.queryRunner ?? dataSource.createQueryRunner();
  const values = [...statement.values];
  try {
    const connection: unknown = await runner.connect();
    if (runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
    await yieldToEventLoop(manager);
    dataSource.logger.logQuery(statement.sql, values, runner);
    if (!isSqlite(dataSource)) return await work(MYSQL, connection, statement);
    return await withStatementSpan(statement.sql, () => work(SQLITE, connection, statement));
  } catch (error) {
    if (error instanceof QueryRunnerAlreadyReleasedError) throw error;
    const failure = error as Error;
    dataSource.logger.logQueryError(failure, statement.sql, values, runner);
    throw new QueryFailedError(statement.sql, values, failure);
  } finally {
    if (!manager.queryRunner) await runner.release();
  }
}

/** Runs a statement of SQLite, and records it if tracing is on. */
export async function withStatementSpan<T>(sql: string, work: () => T | Promise<T>): Promise<T> {
  const record = statementRecorder();
  if (!record) return await work();
  const start = performance.now();
  try {
    const result = await work();
    record(sql, performance.now() - start);
    return result;
  } catch (error) {
    record(sql, performance.now() - start, error as Error);
    throw error;
  }
}

/** A fragment of SQL and its named parameters. */
export interface SqlFragment {
  readonly sql: string;
  readonly parameters: ObjectLiteral;
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
  const log = () => void manager.dataSource.logger.logQuery(sql, [...values], manager.queryRunner);
  try {
    const { workers } = manager;
    return await withStatementSpan(sql, () => workers.rows<Row>(manager, sql, values.map(sqliteValue), log));
  } catch (error) {
    throw isSqliteError(error) ? new QueryFailedError(sql, [...values], error) : error;
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

function isSqliteError(error: unknown): error is Error {
  return isNativeError(error) && 'code' in error && String(error.code).startsWith('SQLITE_');
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

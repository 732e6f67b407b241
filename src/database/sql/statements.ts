import { type EntityManager, QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { isSqlite } from '../data-source.js';
import { statementRecorder } from '../../tracing/statement-spans.js';
import { yieldToEventLoop } from '../unit-of-work.js';
import { MYSQL } from './mysql.js';
import { SQLITE } from './sqlite.js';
import { type Driver, type Statement, type Value, type WriteResult } from './values.js';

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
 * Uses the connection of the manager's query runner, that of its transaction, and logs as TypeORM does.
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
    return await recorded(statement.sql, () => work(SQLITE, connection, statement));
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
export async function recorded<T>(sql: string, work: () => T | Promise<T>): Promise<T> {
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

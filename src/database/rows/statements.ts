import {
  type DataSource,
  type EntityManager,
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  type QueryRunner,
} from 'typeorm';
import { isSqlite } from '../data-source.js';
import { readShare, writeShare } from '../turns.js';
import { defer, isDeferring, takeDeferred } from './deferred.js';
import { MARIADB, MYSQL } from './server.js';
import { SQLITE } from './sqlite.js';
import { type Driver, type Statement, type Value, type WriteResult } from './values.js';

/** The rows that a statement answers, as objects by the names of its columns. */
export function query<Row>(manager: EntityManager, sql: string, values: readonly Value[] = []): Promise<Row[]> {
  return perform(manager, { sql, values }, (driver, ...given) => driver.rows<Row>(...given));
}

/** The same for a statement that takes no time, and that others wait for: it goes before whatever waits for its turn. */
export function queryAtOnce<Row>(manager: EntityManager, sql: string): Promise<Row[]> {
  return perform(manager, { sql, values: [] }, (driver, ...given) => driver.rows<Row>(...given), true);
}

/** The rows that a statement answers, each as its values in the order of the columns. */
export function queryLists(manager: EntityManager, sql: string, values: readonly Value[] = []): Promise<unknown[][]> {
  return perform(manager, { sql, values }, (driver, ...given) => driver.lists(...given));
}

/** What a statement has done that waits to be sent: comparisons with it fail. */
const NOT_KNOWN: WriteResult = { affected: NaN, insertId: NaN };

/** Runs a statement that writes; within `deferred` nobody hears what it has done. */
export async function run(manager: EntityManager, sql: string, values: readonly Value[] = []): Promise<WriteResult> {
  const runner = manager.queryRunner;
  if (!runner || !isDeferring(runner))
    return perform(manager, { sql, values }, (driver, ...given) => driver.write(...given));
  defer(runner, { sql, values });
  return NOT_KNOWN;
}

/** Sends what waits; what is wrong with it comes out here. */
export async function sendDeferred(runner: QueryRunner | undefined): Promise<void> {
  const ahead = takeDeferred(runner);
  const last = ahead.pop();
  if (!runner || !last) return;
  const { dataSource } = runner;
  await failing(runner, last, async () => driverOf(dataSource).lists(await runner.connect(), last, ahead));
}

/** On the connection of the manager's runner, that of its transaction; says what happens as TypeORM does. */
async function perform<T>(
  { dataSource, queryRunner }: EntityManager,
  statement: Statement,
  work: (driver: Driver, connection: unknown, statement: Statement, ahead: readonly Statement[]) => T | Promise<T>,
  isAtOnce = false,
): Promise<T> {
  const runner = queryRunner ?? dataSource.createQueryRunner();
  try {
    const connection: unknown = await runner.connect();
    if (runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
    if (isSqlite(dataSource) && !isAtOnce) await (runner.isTransactionActive ? writeShare : readShare).giveWay();
    dataSource.logger.logQuery(statement.sql, [...statement.values], runner);
    return await failing(runner, statement, () =>
      work(driverOf(dataSource), connection, statement, takeDeferred(runner)),
    );
  } finally {
    if (!queryRunner) await runner.release();
  }
}

function driverOf(source: DataSource): Driver {
  if (isSqlite(source)) return SQLITE;
  return source.options.type === 'mariadb' ? MARIADB : MYSQL;
}

/** @throws {QueryFailedError} with what the driver said */
async function failing<T>(runner: QueryRunner, { sql, values }: Statement, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error as Error;
    runner.dataSource.logger.logQueryError(reason, sql, [...values], runner);
    throw new QueryFailedError(sql, [...values], reason);
  }
}

import {
  type DataSource,
  type EntityManager,
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  type QueryRunner,
} from 'typeorm';
import { isSqlite } from '../data-source.js';
import { readShare, writeShare } from '../turns.js';
import { MARIADB, MYSQL } from './server.js';
import { SQLITE } from './sqlite.js';
import { type Driver, type Value, type Written } from './values.js';

/** The rows that a statement answers, as objects by the names of its columns. */
export function query<Row>(manager: EntityManager, sql: string, values: readonly Value[] = []): Promise<Row[]> {
  return perform(manager, sql, values, (driver, connection) => driver.rows<Row>(connection, sql, values));
}

/** The rows that a statement answers, each as its values in the order of the columns. */
export function queryLists(manager: EntityManager, sql: string, values: readonly Value[] = []): Promise<unknown[][]> {
  return perform(manager, sql, values, (driver, connection) => driver.lists(connection, sql, values));
}

/** Runs a statement that writes. */
export function run(manager: EntityManager, sql: string, values: readonly Value[] = []): Promise<Written> {
  return perform(manager, sql, values, (driver, connection) => driver.write(connection, sql, values));
}

/** On the connection of the manager's runner, that of its transaction; says what happens as TypeORM does. */
async function perform<T>(
  { dataSource, queryRunner }: EntityManager,
  sql: string,
  values: readonly Value[],
  work: (driver: Driver, connection: unknown) => T | Promise<T>,
): Promise<T> {
  const runner = queryRunner ?? dataSource.createQueryRunner();
  try {
    const connection: unknown = await runner.connect();
    if (runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
    if (isSqlite(dataSource)) await (runner.isTransactionActive ? writeShare : readShare).giveWay();
    dataSource.logger.logQuery(sql, [...values], runner);
    return await failing(runner, sql, values, () => work(driverOf(dataSource), connection));
  } finally {
    if (!queryRunner) await runner.release();
  }
}

function driverOf(source: DataSource): Driver {
  if (isSqlite(source)) return SQLITE;
  return source.options.type === 'mariadb' ? MARIADB : MYSQL;
}

/** @throws {QueryFailedError} with what the driver said */
async function failing<T>(
  runner: QueryRunner,
  sql: string,
  values: readonly Value[],
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error as Error;
    runner.dataSource.logger.logQueryError(reason, sql, [...values], runner);
    throw new QueryFailedError(sql, [...values], reason);
  }
}

import { type Database as SqliteConnection } from 'better-sqlite3';
import { type PoolConnection } from 'mysql2';
import { type QueryRunner } from 'typeorm';
import { type BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { isSqlite } from './data-source.js';

/** For a runner that still waits for a connection: gives it back unused when it comes. */
export function returnLater(runner: QueryRunner): void {
  void connectionOf<PoolConnection>(runner).then(
    (connection) => connection.release(),
    () => undefined,
  );
}

/** Undoes the open transaction, and sees to it that whoever still holds the runner can do no more with it. */
export function abandon(runner: QueryRunner): void {
  if (!isSqlite(runner.dataSource)) cutOff(runner);
  else if (runner.isTransactionActive) replace(runner);
}

/** A connection whose server does not answer is still busy: it must go, not back to the pool. The server rolls back. */
function cutOff(runner: QueryRunner): void {
  void connectionOf<PoolConnection & { stream: { destroy(): void } }>(runner).then(
    (connection) => connection.stream.destroy(),
    () => undefined,
  );
}

/** TypeORM keeps one runner per SQLite data source: a new one takes its place. */
function replace(runner: QueryRunner): void {
  const driver = runner.dataSource.driver as BetterSqlite3Driver;
  if (driver.queryRunner === runner) driver.queryRunner = undefined;
  Object.assign(runner, { isReleased: true });
  const connection = driver.databaseConnection as SqliteConnection;
  if (connection.inTransaction) connection.exec('ROLLBACK');
}

function connectionOf<Connection>(runner: QueryRunner): Promise<Connection> {
  return runner.connect() as Promise<Connection>;
}

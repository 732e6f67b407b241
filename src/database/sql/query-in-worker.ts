import { isNativeError } from 'node:util/types';
import { type EntityManager, QueryFailedError } from 'typeorm';
import { UnitOfWork } from '../unit-of-work.js';
import { positional, type SqlFragment } from './condition.js';
import { sqliteValue } from './sqlite.js';
import { query, recorded } from './statements.js';
import { type Statement } from './values.js';

/**
 * Runs a statement that may scan many rows and returns few. On SQLite it runs in a worker thread, since it would block
 * all other requests; on a server like any other statement.
 */
export async function queryInWorker<Row>(manager: EntityManager, { sql, values }: Statement): Promise<Row[]> {
  if (!(manager instanceof UnitOfWork) || !manager.workers) return query<Row>(manager, sql, values);
  const log = () => void manager.dataSource.logger.logQuery(sql, [...values], manager.queryRunner);
  try {
    const { workers } = manager;
    return await recorded(sql, () => workers.rows<Row>(manager, sql, values.map(sqliteValue), log));
  } catch (error) {
    throw isSqliteError(error) ? new QueryFailedError(sql, [...values], error) : error;
  }
}

/** `queryInWorker` for SQL with named parameters. */
export function selectNamedInWorker<Row>(manager: EntityManager, { sql, parameters }: SqlFragment): Promise<Row[]> {
  return queryInWorker<Row>(manager, positional(sql, parameters));
}

/**
 * A condition that is always true, and ends a statement of `queryInWorker` at its deadline.
 * @param id SQL of the id of the scanned rows; every 64th checks the deadline. Its LIKELIHOOD keeps the query plan
 * unchanged
 */
export function withinDeadline(manager: EntityManager, id: string): string {
  const isInWorker = manager instanceof UnitOfWork && manager.workers !== undefined;
  return isInWorker ? `likelihood(${id} % 64 <> 0 OR within_deadline(), 1.0)` : '1 = 1';
}

function isSqliteError(error: unknown): error is Error {
  return isNativeError(error) && 'code' in error && String(error.code).startsWith('SQLITE_');
}

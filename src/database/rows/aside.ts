import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { type SideReader } from '../side-reader.js';
import { type Waiter } from '../waiter.js';
import { type Condition } from './condition.js';
import { positional } from './named.js';
import { stored } from './sqlite.js';
import { query } from './statements.js';
import { type Statement } from './values.js';

const readers = new WeakMap<DataSource, SideReader>();

/** Has statements that look at much run in another thread. */
export function setAside(source: DataSource, reader: SideReader): void {
  readers.set(source, reader);
}

/** `queryAside` for SQL with named parameters. */
export function askAside<Row>(manager: EntityManager, { sql, parameters }: Condition, waiter: Waiter): Promise<Row[]> {
  return queryAside<Row>(manager, positional(sql, parameters), waiter);
}

/**
 * Runs a statement where it keeps nobody else waiting: in another thread on SQLite, as ever on a server. For statements
 * that may look at many rows and answer few.
 */
export async function queryAside<Row>(
  manager: EntityManager,
  { sql, values }: Statement,
  waiter: Waiter,
): Promise<Row[]> {
  const { dataSource } = manager;
  const reader = readers.get(dataSource);
  if (!reader) return query<Row>(manager, sql, values);
  const log = () => void dataSource.logger.logQuery(sql, [...values], manager.queryRunner);
  try {
    return await reader.rows<Row>(sql, values.map(stored), waiter, log);
  } catch (error) {
    throw isOfDriver(error) ? new QueryFailedError(sql, [...values], error) : error;
  }
}

/**
 * SQL that holds as long as somebody waits, else it ends the statement that `askAside` runs.
 * @param id of the rows that are looked at; one in 64 asks. As likely as can be: it changes no plan
 */
export function whileAwaited({ dataSource }: EntityManager, id: string): string {
  return readers.has(dataSource) ? `likelihood(${id} % 64 <> 0 OR still_wanted(), 1.0)` : '1 = 1';
}

function isOfDriver(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
}

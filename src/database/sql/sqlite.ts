import { type Database, type Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { type SqliteValue } from '../statement-workers.js';
import { sqliteTime } from './sqlite-time.js';
import { type Driver, type Statement as Given, type Value } from './values.js';

/** Number of statements that stay prepared on a connection: more than the service uses regularly. */
const MAX_PREPARED = 500;

/** Maximum length of a statement that stays prepared. A longer one lists thousands of ids and is not repeated. */
const MAX_PREPARED_LENGTH = 10_000;

const statements = new WeakMap<Database, LRUCache<string, Statement>>();

/** better-sqlite3 with a cache of prepared statements by their text. */
export const SQLITE: Driver = {
  rows: <Row>(connection: unknown, { sql, values }: Given) =>
    prepared(connection as Database, sql)
      .raw(false)
      .all(values.map(sqliteValue)) as Row[],
  lists: (connection, { sql, values }) =>
    prepared(connection as Database, sql)
      .raw(true)
      .all(values.map(sqliteValue)) as unknown[][],
  write: (connection, { sql, values }) => {
    const { changes, lastInsertRowid } = prepared(connection as Database, sql).run(values.map(sqliteValue));
    return { affected: changes, insertId: Number(lastInsertRowid) };
  },
};

function prepared(connection: Database, sql: string): Statement {
  if (sql.length > MAX_PREPARED_LENGTH) return connection.prepare(sql);
  let known = statements.get(connection);
  if (!known) statements.set(connection, (known = new LRUCache({ max: MAX_PREPARED })));
  let statement = known.get(sql);
  if (!statement) known.set(sql, (statement = connection.prepare(sql)));
  return statement;
}

/** SQLite has neither booleans nor times. */
export function sqliteValue(value: Value): SqliteValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? sqliteTime(value) : (value ?? null);
}

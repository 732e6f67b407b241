import { type Database, type Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { sqliteTime } from './sqlite-time.js';
import { type Driver, isKept, type Statement as Given, type Value } from './values.js';

/** Statements of a connection that stay prepared: more than the service has different ones in daily use. */
const PREPARED = 500;

const statements = new WeakMap<Database, LRUCache<string, Statement>>();

/** better-sqlite3, with its statements kept by their text. */
export const SQLITE: Driver = {
  rows: <Row>(connection: unknown, { sql, values }: Given) =>
    prepared(connection as Database, sql)
      .raw(false)
      .all(values.map(stored)) as Row[],
  lists: (connection, { sql, values }) =>
    prepared(connection as Database, sql)
      .raw(true)
      .all(values.map(stored)) as unknown[][],
  write: (connection, { sql, values }) => {
    const { changes, lastInsertRowid } = prepared(connection as Database, sql).run(values.map(stored));
    return { affected: changes, insertId: Number(lastInsertRowid) };
  },
};

function prepared(connection: Database, sql: string): Statement {
  if (!isKept(sql)) return connection.prepare(sql);
  let known = statements.get(connection);
  if (!known) statements.set(connection, (known = new LRUCache({ max: PREPARED })));
  let statement = known.get(sql);
  if (!statement) known.set(sql, (statement = connection.prepare(sql)));
  return statement;
}

/** SQLite has neither booleans nor times. */
export function stored(value: Value): string | number | bigint | Uint8Array | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? sqliteTime(value) : (value ?? null);
}

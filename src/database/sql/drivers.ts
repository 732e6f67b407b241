import BetterSqlite3, { type Statement as PreparedStatement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { type PoolConnection, type ResultSetHeader } from 'mysql2';
import { sqliteTime } from './sqlite-time.js';

/** The value of a `?`; undefined means NULL. */
export type Value = string | number | bigint | boolean | Date | Uint8Array | null | undefined;

/** The types of parameters in SQLite. */
export type SqliteValue = string | number | bigint | Uint8Array | null;

/** A statement or fragment, and the values of its `?`. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** The outcome of a statement that writes. */
export interface WriteResult {
  /** The number of matched rows, also those that already had the values. */
  readonly affected: number;
  /** The generated id; for several rows the last one on SQLite, the first one on a server. */
  readonly insertId: number;
}

/** Runs statements on a connection of one database driver. */
export interface Driver {
  /** Returns rows as objects by the names of the columns. */
  rows<Row>(connection: unknown, statement: Statement): Row[] | Promise<Row[]>;
  /** Returns the values of each row, in the order of the columns. */
  lists(connection: unknown, statement: Statement): unknown[][] | Promise<unknown[][]>;
  write(connection: unknown, statement: Statement): WriteResult | Promise<WriteResult>;
}

/** Number of statements that stay prepared on a connection: more than the service uses regularly. */
const MAX_PREPARED = 500;

/** Maximum length of a statement that stays prepared. A longer one lists thousands of ids and is not repeated. */
const MAX_PREPARED_LENGTH = 10_000;

/** A connection that keeps its statements prepared, by their text. */
export class SqliteConnection extends BetterSqlite3 {
  private readonly statements = new LRUCache<string, PreparedStatement>({ max: MAX_PREPARED });

  prepared(sql: string): PreparedStatement {
    if (sql.length > MAX_PREPARED_LENGTH) return this.prepare(sql);
    let statement = this.statements.get(sql);
    if (!statement) this.statements.set(sql, (statement = this.prepare(sql)));
    return statement;
  }
}

export const SQLITE: Driver = {
  rows: <Row>(connection: unknown, { sql, values }: Statement) =>
    (connection as SqliteConnection).prepared(sql).raw(false).all(values.map(sqliteValue)) as Row[],
  lists: (connection, { sql, values }) =>
    (connection as SqliteConnection).prepared(sql).raw(true).all(values.map(sqliteValue)) as unknown[][],
  write: (connection, { sql, values }) => {
    const { changes, lastInsertRowid } = (connection as SqliteConnection).prepared(sql).run(values.map(sqliteValue));
    return { affected: changes, insertId: Number(lastInsertRowid) };
  },
};

/** SQLite has neither booleans nor times. */
export function sqliteValue(value: Value): SqliteValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? sqliteTime(value) : (value ?? null);
}

/** The text protocol of mysql2, for both servers: see `docs/decisions/database.md`. */
export const MYSQL: Driver = {
  rows: <Row>(connection: unknown, statement: Statement) => send<Row[]>(connection, statement),
  lists: (connection, statement) => send<unknown[][]>(connection, statement, true),
  write: async (connection, statement) => {
    const { affectedRows, insertId } = await send<ResultSetHeader>(connection, statement);
    return { affected: affectedRows, insertId };
  },
};

function send<Result>(connection: unknown, { sql, values }: Statement, rowsAsArray = false): Promise<Result> {
  return new Promise((resolve, reject) => {
    (connection as PoolConnection).query({ sql, rowsAsArray }, values.map(mysqlValue), (error, result) =>
      error ? reject(error) : resolve(result as Result),
    );
  });
}

/** mysql2 would write the bytes of a plain `Uint8Array` as an object. */
function mysqlValue(value: Value): Exclude<Value, undefined> {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value ?? null;
}

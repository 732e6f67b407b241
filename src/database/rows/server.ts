import { type PoolConnection, type QueryError, type QueryOptions, type ResultSetHeader } from 'mysql2';
import { type Driver, type Value } from './values.js';

/** ER_MAX_PREPARED_STMT_COUNT_REACHED: the server keeps as many prepared statements as it may, of all its clients. */
const TOO_MANY_PREPARED = 1461;

/**
 * mysql2. Prepared statements, kept by each connection, cost process and server less than texts to be read anew: see
 * `docs/decisions/rows.md`.
 */
export const MYSQL: Driver = {
  rows: <Row>(connection: unknown, sql: string, values: readonly Value[]) =>
    execute<Row[]>(connection, { sql }, values),
  lists: (connection, sql, values) => execute<unknown[][]>(connection, { sql, rowsAsArray: true }, values),
  write: async (connection, sql, values) => {
    const { affectedRows, insertId } = await execute<ResultSetHeader>(connection, { sql }, values);
    return { affected: affectedRows, insertId };
  },
};

/**
 * The same, but what finds and counts rows is not prepared. Where a prepared statement runs again, MariaDB takes it to
 * need what the statement before it has read of the same table: then no index has all of that, and it walks over the past.
 */
export const MARIADB: Driver = {
  ...MYSQL,
  rows: <Row>(connection: unknown, sql: string, values: readonly Value[]) =>
    new Promise<Row[]>((resolve, reject) => {
      (connection as PoolConnection).query({ sql }, bound(values), (error, rows) =>
        error ? reject(error) : resolve(rows as Row[]),
      );
    }),
};

function execute<Result>(connection: unknown, options: QueryOptions, values: readonly Value[]): Promise<Result> {
  const given = bound(values);
  return new Promise((resolve, reject) => {
    const answer = (error: QueryError | null, result: unknown) => (error ? reject(error) : resolve(result as Result));
    (connection as PoolConnection).execute(options, given, (error, result) => {
      if (error?.errno === TOO_MANY_PREPARED) (connection as PoolConnection).query(options, given, answer);
      else answer(error, result);
    });
  });
}

function bound(values: readonly Value[]): Exclude<Value, undefined>[] {
  return values.map((value) => value ?? null);
}

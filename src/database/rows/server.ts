import { type PoolConnection, type QueryError, type QueryOptions, type ResultSetHeader } from 'mysql2';
import { type Driver, type Value } from './values.js';

/** ER_MAX_PREPARED_STMT_COUNT_REACHED: the server keeps as many prepared statements as it may, of all its clients. */
const TOO_MANY_PREPARED = 1461;

/**
 * mysql2. Prepared statements, kept by each connection, cost process and server less than texts to be read anew: see
 * `docs/decisions/rows.md`.
 */
export const SERVER: Driver = {
  rows: <Row>(connection: unknown, sql: string, values: readonly Value[]) =>
    execute<Row[]>(connection, { sql }, values),
  lists: (connection, sql, values) => execute<unknown[][]>(connection, { sql, rowsAsArray: true }, values),
  write: async (connection, sql, values) => {
    const { affectedRows, insertId } = await execute<ResultSetHeader>(connection, { sql }, values);
    return { affected: affectedRows, insertId };
  },
};

function execute<Result>(connection: unknown, options: QueryOptions, values: readonly Value[]): Promise<Result> {
  const bound = values.map((value) => value ?? null);
  return new Promise((resolve, reject) => {
    const answer = (error: QueryError | null, result: unknown) => (error ? reject(error) : resolve(result as Result));
    (connection as PoolConnection).execute(options, bound, (error, result) => {
      if (error?.errno === TOO_MANY_PREPARED) (connection as PoolConnection).query(options, bound, answer);
      else answer(error, result);
    });
  });
}

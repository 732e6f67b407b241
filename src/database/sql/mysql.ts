import { type PoolConnection, type ResultSetHeader } from 'mysql2';
import { type Driver, type Statement, type Value } from './values.js';

/** mysql2 with its text protocol, for both servers: see `docs/decisions/database.md`. */
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
    (connection as PoolConnection).query({ sql, rowsAsArray }, values.map(bound), (error, result) =>
      error ? reject(error) : resolve(result as Result),
    );
  });
}

/** mysql2 would write the bytes of a plain `Uint8Array` as an object. */
function bound(value: Value): Exclude<Value, undefined> {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value ?? null;
}

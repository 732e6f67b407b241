import { type PoolConnection, type QueryError, type QueryOptions, type ResultSetHeader } from 'mysql2';
import { type Driver, isKept, type Statement, type Value } from './values.js';

/** ER_MAX_PREPARED_STMT_COUNT_REACHED: the server keeps as many prepared statements as it may, of all its clients. */
const TOO_MANY_PREPARED = 1461;

/** ER_UNSUPPORTED_PS: before 10.6 MariaDB prepares no compound statement. */
const NOT_PREPARED = 1295;

/**
 * mysql2. Prepared statements, kept by each connection, cost process and server less than texts to be read anew: see
 * `docs/decisions/rows.md`.
 */
export const MYSQL: Driver = {
  rows: <Row>(connection: unknown, statement: Statement) =>
    isKept(statement.sql) ? execute<Row[]>(connection, statement) : asText<Row>(connection, statement),
  lists: (connection, statement) => execute<unknown[][]>(connection, statement, { rowsAsArray: true }),
  write: async (connection, statement) => {
    const { affectedRows, insertId } = await execute<ResultSetHeader>(connection, statement);
    return { affected: affectedRows, insertId };
  },
};

const OUTCOME: Statement = { sql: 'SELECT ROW_COUNT(), LAST_INSERT_ID()', values: [] };

/**
 * The same, but what finds and counts rows is not prepared. Where a prepared statement runs again, MariaDB takes it to
 * need what the statement before it has read of the same table: then no index has all of that, and it walks over the past.
 */
export const MARIADB: Driver = {
  rows: <Row>(connection: unknown, statement: Statement, ahead: readonly Statement[]) =>
    ahead.length > 0 ? together<Row>(connection, [...ahead, statement]) : asText<Row>(connection, statement),
  lists: (connection, statement, ahead) => {
    if (ahead.length === 0) return MYSQL.lists(connection, statement, ahead);
    return together<unknown[]>(connection, [...ahead, statement], { rowsAsArray: true });
  },
  write: async (connection, statement, ahead) => {
    if (ahead.length === 0) return MYSQL.write(connection, statement, ahead);
    const [outcome] = await together<number[]>(connection, [...ahead, statement, OUTCOME], { rowsAsArray: true });
    return { affected: Number(outcome![0]), insertId: Number(outcome![1]) };
  },
};

/**
 * Has MariaDB run several statements, prepared as one: where one fails, those after it are not run.
 * @returns the rows of the one that reads, where there is one
 */
async function together<Row>(
  connection: unknown,
  statements: readonly Statement[],
  options?: Partial<QueryOptions>,
): Promise<Row[]> {
  const sql = `BEGIN NOT ATOMIC ${statements.map((one) => one.sql).join('; ')}; END`;
  const values = statements.flatMap((one) => one.values);
  const results = await execute<[Row[], ...unknown[]] | ResultSetHeader>(connection, { sql, values }, options);
  return Array.isArray(results) ? results[0] : [];
}

/** Reads rows by a text that is not prepared. */
function asText<Row>(connection: unknown, { sql, values }: Statement): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    (connection as PoolConnection).query({ sql }, bound(values), (error, rows) =>
      error ? reject(error) : resolve(rows as Row[]),
    );
  });
}

function execute<Result>(
  connection: unknown,
  { sql, values }: Statement,
  more?: Partial<QueryOptions>,
): Promise<Result> {
  const options = { sql, ...more };
  const given = bound(values);
  return new Promise((resolve, reject) => {
    const answer = (error: QueryError | null, result: unknown) => (error ? reject(error) : resolve(result as Result));
    (connection as PoolConnection).execute(options, given, (error, result) => {
      if (error?.errno === TOO_MANY_PREPARED || error?.errno === NOT_PREPARED)
        (connection as PoolConnection).query(options, given, answer);
      else answer(error, result);
    });
  });
}

function bound(values: readonly Value[]): Exclude<Value, undefined>[] {
  return values.map((value) => value ?? null);
}

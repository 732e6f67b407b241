import { parseDatabaseUrl } from '../../dist/src/database/database-url.js';
import { askServer, serverDriver, sessionSetup } from '../../dist/src/database/server-driver.js';

/** As many as the service has. */
const CONNECTIONS = 10;

/**
 * @param {string} url
 * @returns {Promise<(statements: import('../processes/record-statements.js').Statement[]) => Promise<unknown[]>>} the rows of each
 */
export async function mariaDbReader(url) {
  const { host, port, user, password, database } = parseDatabaseUrl(url);
  const server = await askServer(parseDatabaseUrl(url));
  // Its sessions are set up as the service does it: the plans have to be the same.
  const driver = serverDriver(sessionSetup(server, 4000));
  const options = { host, port, user, password, database, connectionLimit: CONNECTIONS, timezone: 'Z' };
  const pool = driver.createPool(options).promise();
  return async (statements) => {
    const connection = await pool.getConnection();
    try {
      const results = [];
      for (const statement of statements) results.push(await rowsOf(connection, statement));
      return results;
    } finally {
      connection.release();
    }
  };
}

/** The way the service does it: a server may choose another plan for a prepared statement. */
async function rowsOf(connection, { sql, values, isPrepared }) {
  const statement = { sql, rowsAsArray: true };
  const [rows] = await (isPrepared ? connection.execute(statement, values) : connection.query(statement, values));
  return rows;
}

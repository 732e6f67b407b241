import { connect, type Socket } from 'node:net';
import { type PoolOptions, createPool } from 'mysql2';
import { type RowDataPacket, createConnection } from 'mysql2/promise';
import { type ServerLocation } from '../lib/config/database-url.js';

/** Milliseconds without traffic after which TCP keep-alive checks the connection. */
const KEEP_ALIVE_DELAY = 10_000;

/** Milliseconds that a server has to close an ended connection. */
const CLOSE_TIMEOUT = 500;

/** A setting of MariaDB 10.6.20, 10.11.10 and later. */
const ORDER_PREFERENCE = 'optimizer_join_limit_pref_ratio';

/** The product and abilities of a server. */
type Server = Awaited<ReturnType<typeof detectServer>>;

/** Detects the product of a server: a mysql:// URL often leads to MariaDB, whose schema is read differently. */
export async function detectServer({ kind: _kind, ssl, ...address }: ServerLocation, timeout = 4000) {
  const connection = await createConnection({ ...address, ssl: ssl && { ...ssl }, connectTimeout: timeout });
  try {
    const sql = `SHOW VARIABLES WHERE Variable_name IN ('version', 'wsrep_on', '${ORDER_PREFERENCE}')`;
    const [rows] = await connection.query<RowDataPacket[]>({ sql, timeout });
    const variables = new Map(rows.map(({ Variable_name: name, Value: value }) => [String(name), String(value)]));
    return {
      type: /mariadb/i.test(variables.get('version') ?? '') ? ('mariadb' as const) : ('mysql' as const),
      galera: variables.get('wsrep_on') === 'ON',
      prefersOrder: variables.has(ORDER_PREFERENCE),
    };
  } finally {
    connection.destroy();
  }
}

/** mysql2 for TypeORM (its option `driver`), which sets up every new connection before its first use. */
export function serverDriver(setup: readonly string[]) {
  return {
    createPool(options: PoolOptions) {
      const pool = createPool({ ...options, stream: () => socketTo(options) });
      pool.on('connection', (connection) => {
        // mysql2 removes its own listener after the first error; a second error would end the process.
        connection.on('error', () => undefined);
        for (const sql of setup) connection.query(sql, (error) => error && connection.destroy());
      });
      return pool;
    },
  };
}

/** A frozen server never ends its side of a connection, which would keep queries waiting and the process running. */
function socketTo({ host, port = 3306, socketPath }: PoolOptions): Socket {
  const socket = socketPath === undefined ? connect({ host, port }) : connect(socketPath);
  socket.setNoDelay(true);
  socket.once('connect', () => socket.setKeepAlive(true, KEEP_ALIVE_DELAY));
  socket.once('finish', () => setTimeout(() => socket.destroy(), CLOSE_TIMEOUT).unref());
  return socket;
}

/**
 * The statements that make a session behave the same on every server.
 * @param timeout milliseconds that a statement may take; none for migrations
 */
export function sessionSetup(server: Server, timeout: number | undefined): string[] {
  const variables = [
    // The mode is set in full: strict, and without NO_BACKSLASH_ESCAPES and ANSI_QUOTES, under which the escaping of
    // mysql2 and TypeORM would be wrong.
    "sql_mode = 'TRADITIONAL'",
    "time_zone = '+00:00'",
  ];
  if (server.type === 'mysql') {
    // The default of MariaDB, so that MySQL does not truncate GROUP_CONCAT.
    variables.push('group_concat_max_len = 1048576');
    // MySQL 9 would use a skip scan over an index that begins with the author, instead of a range scan by start.
    variables.push("optimizer_switch = 'skip_scan=off'");
  }
  // On Galera, a read on one node waits for writes committed on another.
  if (server.galera) variables.push('wsrep_sync_wait = 1');
  // Estimates rows of an IN list by statistics: index dives take a tenth of the time of a statement.
  if (server.type === 'mariadb') variables.push('eq_range_index_dive_limit = 5');
  // Allows reading the first page by title through an index, ten rows instead of a sort of all.
  if (server.prefersOrder) variables.push(`${ORDER_PREFERENCE} = 10`);
  if (timeout !== undefined) {
    variables.push(`innodb_lock_wait_timeout = ${Math.max(1, Math.floor(timeout / 2000))}`);
    if (server.type === 'mysql') variables.push(`max_execution_time = ${timeout}`);
    // MariaDB also rolls back a transaction that is idle for 10 s, which frees the locks of a frozen instance.
    else variables.push(`max_statement_time = ${timeout / 1000}`, 'idle_transaction_timeout = 10');
  }
  return [
    `SET SESSION ${variables.join(', ')}`,
    // READ COMMITTED causes fewer deadlocks, and a transaction that waited for a row sees its new version.
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  ];
}

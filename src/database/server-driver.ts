import { type Pool, type PoolOptions, createPool } from 'mysql2';
import { type Connection, type RowDataPacket, createConnection } from 'mysql2/promise';
import { type ServerLocation } from './database-url.js';
import { type Hosts, hostsOf } from './hosts.js';
import { LONGEST_IDLE } from './longest-idle.js';

/** What a server turned out to be. */
export interface Server {
  readonly type: 'mariadb' | 'mysql';
  readonly galera: boolean;
  /** Whether it can be told to read an index in the order of a list (MariaDB 10.6.20, 10.11.10 and later). */
  readonly prefersOrder: boolean;
}

/** Asks a server what it is: a mysql:// address often leads to MariaDB, and their schemas are read differently. */
export async function askServer(location: ServerLocation, timeout = 4000): Promise<Server> {
  const { user, password, database, socketPath, ssl } = location;
  const hosts = hostsOf(location);
  await hosts?.choose();
  const { host, port } = hosts?.current ?? location;
  const connection = await createConnection({
    ...{ host, port, user, password, database, socketPath, ssl: ssl && { ...ssl } },
    connectTimeout: timeout,
  });
  try {
    const [version] = await rows(connection, 'SELECT VERSION() AS value', timeout);
    const [galera] = await rows(connection, "SHOW VARIABLES LIKE 'wsrep_on'", timeout);
    const [order] = await rows(connection, "SHOW VARIABLES LIKE 'optimizer_join_limit_pref_ratio'", timeout);
    return {
      type: /mariadb/i.test(String(version?.['value'])) ? 'mariadb' : 'mysql',
      galera: galera?.['Value'] === 'ON',
      prefersOrder: order !== undefined,
    };
  } finally {
    connection.destroy();
  }
}

async function rows(connection: Connection, sql: string, timeout: number): Promise<RowDataPacket[]> {
  const [found] = await connection.query<RowDataPacket[]>({ sql, timeout });
  return found;
}

/**
 * mysql2 as TypeORM wants it, with every new connection set up before its first use.
 * @param hosts where there are several, which of them connections go to
 */
export function serverDriver(setup: readonly string[], hosts?: Hosts) {
  return {
    createPool(options: PoolOptions) {
      const pool = createPool(hosts ? { ...options, stream: hosts.socket } : options);
      hosts?.open();
      endQuietly(pool, () => hosts?.close());
      pool.on('connection', (connection) => {
        // mysql2 takes its own listener away after the first error; a second one would end the process.
        connection.on('error', () => undefined);
        for (const sql of setup) connection.query(sql, (error) => error && connection.destroy());
      });
      return pool;
    },
  };
}

/** Has a pool end whatever became of its connections: one that was cut off has nobody to say goodbye to. */
function endQuietly(pool: Pool, onEnd: () => void): void {
  const end = pool.end.bind(pool);
  pool.end = (done: Parameters<typeof end>[0]) => {
    onEnd();
    end(() => void done?.(null));
  };
}

/**
 * The statements that make a session behave the same on every server.
 * @param timeout milliseconds that a statement may take; none for migrations
 */
export function sessionSetup(server: Server, timeout: number | undefined): string[] {
  const variables = [
    // In full, not added to: strict, and without NO_BACKSLASH_ESCAPES and ANSI_QUOTES, under which the escaping of
    // mysql2 and TypeORM would be wrong.
    "sql_mode = 'TRADITIONAL'",
    "time_zone = '+00:00'",
  ];
  // What is put together of groups comes whole; MariaDB has the same by itself.
  if (server.type === 'mysql') variables.push('group_concat_max_len = 1048576');
  // A read on one node sees what was committed on another.
  if (server.galera) variables.push('wsrep_sync_wait = 1');
  // How many rows ten ids have is in the statistics: to look into the index for each of them takes a tenth of a statement.
  if (server.type === 'mariadb') variables.push('eq_range_index_dive_limit = 5');
  // The first page by title reads ten rows by an index instead of sorting all.
  if (server.prefersOrder) variables.push('optimizer_join_limit_pref_ratio = 10');
  if (timeout !== undefined) {
    variables.push(`innodb_lock_wait_timeout = ${Math.max(1, Math.floor(timeout / 2000))}`);
    if (server.type === 'mysql') variables.push(`max_execution_time = ${timeout}`);
    // The second frees the locks of an instance that froze within a transaction; see IdleTransactions for MySQL.
    else variables.push(`max_statement_time = ${timeout / 1000}`, `idle_transaction_timeout = ${LONGEST_IDLE}`);
  }
  return [
    `SET SESSION ${variables.join(', ')}`,
    // Fewer gap locks, hence fewer deadlocks; and after waiting for a row one sees what it became.
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  ];
}

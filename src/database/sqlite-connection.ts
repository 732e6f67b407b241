import BetterSqlite3, { type Statement } from 'better-sqlite3';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** Number of statements that stay prepared on a connection: more than the service uses regularly. */
const MAX_PREPARED = 500;

/** Maximum length of a statement that stays prepared. A longer one lists thousands of ids and is not repeated. */
const MAX_PREPARED_LENGTH = 10_000;

interface Connection extends Omit<BetterSqlite3.Database, 'prepare'> {
  prepare(sql: string): Statement;
}

const Connection = BetterSqlite3 as unknown as new (path: string, options?: BetterSqlite3.Options) => Connection;

/** A connection that keeps its statements prepared, by their text. */
export class SqliteConnection extends Connection {
  private readonly statements = new LRUCache<string, Statement>({ max: MAX_PREPARED });

  override prepare(sql: string): Statement {
    const statement = this.statements.get(sql) ?? super.prepare(sql);
    if (sql.length <= MAX_PREPARED_LENGTH) this.statements.set(sql, statement);
    return statement;
  }

  /** Returns the values of each row, in the order of the columns. */
  lists(sql: string, values: readonly unknown[]): unknown[][] {
    const statement = this.prepare(sql).raw(true);
    try {
      return statement.all(values) as unknown[][];
    } finally {
      statement.raw(false);
    }
  }
}

/** Sets the pragmas of a new connection. */
export async function prepareSqlite(connection: SqliteConnection, readOnly: boolean): Promise<void> {
  await writeAheadLog(connection);
  // With FULL, a commit is on disk before the response is sent, so that a power failure loses no acknowledged write.
  connection.pragma('synchronous = FULL');
  connection.pragma('journal_size_limit = 67108864');
  // The cache in KiB. The operating system caches the file anyway; the default of 16 MiB would hold a second copy.
  connection.pragma('cache_size = -2048');
  // Keeps the statement journal in memory. Beyond 64 KiB it would be written to a file.
  connection.pragma('temp_store = MEMORY');
  // Pages of the WAL before a checkpoint, 16 MiB: frequently changed pages are copied a fourth as often as by default.
  connection.pragma('wal_autocheckpoint = 4000');
  if (readOnly) connection.pragma('query_only = ON');
}

/** Switching to WAL needs exclusive access; several processes may start at once, so it is retried. */
async function writeAheadLog(connection: SqliteConnection, tries = 100): Promise<void> {
  try {
    const mode = connection.pragma('journal_mode = WAL', { simple: true });
    if (mode !== 'wal') throw new Error('The database file must lie on a file system that can share memory (WAL).');
  } catch (error) {
    const busy = error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY');
    if (!busy || tries === 0) throw error;
    await sleep(50);
    await writeAheadLog(connection, tries - 1);
  }
}

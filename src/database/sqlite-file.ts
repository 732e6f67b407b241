import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';

/**
 * Makes the file where there is none, for its owner alone: it holds drafts, addresses and hashes. SQLite gives its log
 * the same rights. A file that exists keeps its own, and is not opened: closing it would free the locks of all
 * connections that this process has to it, and another program would take the log away as if nobody used it.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Makes a folder, with those above it, one after the other: told to make them all, as TypeORM does, Node goes round for
 * ever where none can be made, such as in /proc.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Several processes may start at once.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Makes a fresh connection ready for use. */
export async function prepareSqlite(connection: BetterSqlite3.Database, readOnly: boolean): Promise<void> {
  await writeAheadLog(connection);
  // FULL: a commit is on the disk before it is answered, so that a power cut loses nothing that a client was told.
  connection.pragma('synchronous = FULL');
  connection.pragma('journal_size_limit = 67108864');
  // Kibibytes. What is not in here the system has in memory: the driver's own 16 MiB would be for a second copy.
  connection.pragma('cache_size = -2048');
  // What undoes a savepoint or a statement: beyond 64 KiB it would go to a file, each page of it for nothing.
  connection.pragma('temp_store = MEMORY');
  // Pages, 16 MiB: what writers change again and again is copied from the log into the file a fourth as often.
  connection.pragma('wal_autocheckpoint = 4000');
  if (readOnly) connection.pragma('query_only = ON');
}

/** Turning the log on for the first time needs the file alone; several processes may start at once. */
async function writeAheadLog(connection: BetterSqlite3.Database, tries = 100): Promise<void> {
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

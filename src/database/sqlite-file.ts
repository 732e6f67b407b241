import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { FileReplaced } from './database-errors.js';

/**
 * Creates the file if it does not exist, readable by its owner only, since it holds drafts and hashes. SQLite gives the WAL
 * the same permissions. An existing file is not opened: closing it would release all locks that this process has on it
 * (POSIX), and another program would then remove the WAL.
 */
export function makePrivateFile(path: string): void {
  unlessExists(() => writeFileSync(path, '', { flag: 'wx', mode: 0o600 }));
}

/**
 * Creates a folder and its parents one by one. With `recursive`, which TypeORM uses, Node loops for ever where no folder
 * can be created, such as in /proc.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  unlessExists(() => mkdirSync(folder));
}

/** Several processes may start at once. */
function unlessExists(create: () => void): void {
  try {
    create();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Sets the pragmas of a new connection. */
export async function prepareSqlite(connection: BetterSqlite3.Database, readOnly: boolean): Promise<void> {
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

/**
 * The file of a SQLite database and its WAL, as they were when they were opened. SQLite keeps writing to files that
 * were moved, deleted or replaced, and these writes are lost when the process ends.
 */
export class SqliteFile {
  private readonly paths: readonly string[];
  private readonly opened: readonly string[];

  /** @param path of a database that was read before, so that its WAL exists */
  constructor(readonly path: string) {
    this.paths = [path, `${path}-wal`];
    this.opened = this.paths.map(identity);
  }

  /** @throws {FileReplaced} if the paths have other files now, or none */
  assertNotReplaced(): void {
    const gone = this.paths.filter((path, place) => identity(path) !== this.opened[place]);
    if (gone.length > 0) throw new FileReplaced(gone);
  }
}

function identity(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : '';
}

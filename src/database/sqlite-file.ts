import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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

import { statSync } from 'node:fs';
import { FileReplaced } from './database-errors.js';

/**
 * The file of a SQLite database and its WAL, as they were when they were opened. SQLite keeps writing to files that
 * were moved, deleted or replaced, and these writes are lost when the process ends.
 */
export class DatabaseFile {
  private readonly paths: readonly string[];
  private readonly opened: readonly string[];

  /** @param path of a database that was read before, so that its WAL exists */
  constructor(readonly path: string) {
    this.paths = [path, `${path}-wal`];
    this.opened = this.paths.map(identity);
  }

  /** @throws {FileReplaced} if the paths have other files now, or none */
  assertInPlace(): void {
    const gone = this.paths.filter((path, place) => identity(path) !== this.opened[place]);
    if (gone.length > 0) throw new FileReplaced(gone);
  }
}

function identity(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : '';
}

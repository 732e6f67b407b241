import { statSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import { type Database as SqliteConnection } from 'better-sqlite3';
import { FilesGone } from './database-errors.js';

/** Milliseconds between two looks while nobody writes. */
const INTERVAL = 1000;

/** The file, its log, and what those who use the log share. */
const ENDINGS = ['', '-wal', '-shm'];

/**
 * Notices when the files of a SQLite database that are open are no longer those at their paths: somebody has moved,
 * deleted or replaced them. SQLite itself goes on as if nothing were, and what it writes is gone when the process ends.
 * A file that is overwritten in place shows no difference.
 */
export class FileWatch {
  private readonly logger = new Logger(FileWatch.name);
  private readonly paths: readonly string[];
  private readonly opened: readonly (string | undefined)[];
  private readonly timer: NodeJS.Timeout;
  private gone: readonly string[] = [];

  constructor(private readonly writer: SqliteConnection) {
    this.paths = ENDINGS.map((ending) => writer.name + ending);
    // Whoever has read has all of them open.
    writer.pragma('user_version');
    this.opened = this.paths.map(identity);
    this.timer = setInterval(() => this.look(), INTERVAL).unref();
  }

  /** @throws {FilesGone} where the last look has found that they are gone; costs nothing */
  assertInPlace(): void {
    if (this.gone.length > 0) throw new FilesGone(this.gone);
  }

  /**
   * To be called when something was committed and nobody has been told of it yet.
   * @throws {FilesGone} where it may stand in a file that nobody will find
   */
  assertKept(): void {
    this.look();
    this.assertInPlace();
  }

  end(): void {
    clearInterval(this.timer);
    this.look();
  }

  private look(): void {
    const gone = this.paths.filter((path, place) => isAnother(path, this.opened[place]));
    const before = this.gone.length;
    this.gone = gone;
    if (gone.length > 0) {
      if (before === 0) this.logger.error(`Files of the database were ${new FilesGone(gone).message}.`);
      this.copyLog();
    } else if (before > 0) this.logger.log('The files of the database are back.');
  }

  /**
   * Into the file that is open, wherever it is: so it holds all that was acknowledged, and no log of it is left for
   * SQLite to take for that of another file in its place.
   */
  private copyLog(): void {
    try {
      this.writer.pragma('wal_checkpoint(TRUNCATE)');
    } catch {
      // Somebody is writing or reading: at the next look.
    }
  }
}

function isAnother(path: string, opened: string | undefined): boolean {
  try {
    return identity(path) !== opened;
  } catch {
    // Whoever may not look knows nothing.
    return false;
  }
}

function identity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

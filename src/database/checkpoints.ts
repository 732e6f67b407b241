import { Worker } from 'node:worker_threads';
import { type Database as SqliteConnection } from 'better-sqlite3';

/** Pages of the log that are not in the file yet: 8 MiB of them are copied. */
const MANY = 2000;

/** Pages: where the thread falls behind, the writer goes on copying itself, and begins the log anew. */
const TOO_MANY = 16_000;

/** Milliseconds between two looks at the log. */
const PAUSE = 50;

/**
 * Copies the log of a SQLite file into the file, in a thread of its own. SQLite would do it within a commit, of which
 * everybody waits for the end: the pages are written, and waited for until they are on the disk.
 */
export class Checkpoints {
  private worker: Worker | undefined;
  private isCopying = false;
  private lastLook = -Infinity;

  /** @param writer of the file; nobody else has to copy for it any more */
  constructor(private readonly writer: SqliteConnection) {
    writer.pragma(`wal_autocheckpoint = ${TOO_MANY}`);
  }

  /** Looks whether there is much to copy. To be called outside of transactions, when something was committed. */
  look(): void {
    const now = performance.now();
    if (this.isCopying || now - this.lastLook < PAUSE) return;
    this.lastLook = now;
    if (this.notCopied() < MANY) return;
    this.isCopying = true;
    (this.worker ??= this.start()).postMessage('copy');
  }

  async end(): Promise<void> {
    await this.worker?.terminate();
  }

  private notCopied(): number {
    try {
      // Tells how long the log is, and copies nothing (SQLite 3.51).
      const [{ log, checkpointed }] = this.writer.pragma('wal_checkpoint(NOOP)') as [Log];
      return log - checkpointed;
    } catch {
      // Whatever is wrong with the file, the next write hears of it.
      return 0;
    }
  }

  /** When there is something to copy for the first time: small calendars do without. */
  private start(): Worker {
    const worker = new Worker(new URL('./checkpoints.worker.js', import.meta.url), {
      workerData: { path: this.writer.name },
      execArgv: [],
    });
    worker.on('message', () => (this.isCopying = false));
    // What is not copied here the writer copies.
    worker.on('error', () => undefined);
    worker.on('exit', () => Object.assign(this, { worker: undefined, isCopying: false }));
    worker.unref();
    return worker;
  }
}

/** Pages. */
interface Log {
  readonly log: number;
  readonly checkpointed: number;
}

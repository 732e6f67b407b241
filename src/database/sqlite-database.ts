import { setImmediate } from 'node:timers/promises';
import { type DataSource } from 'typeorm';
import { UnitOfWork, Database, MAX_WRITE_WAIT_SHARE, SLICE, type Work } from './database.js';
import { BoundedQueue } from './bounded-queue.js';
import { type Deadline } from './deadline.js';
import { StatementWorkers } from './statement-workers.js';
import { createDataSource } from './data-source.js';
import { type SqliteConnection } from './sqlite-connection.js';
import { countWrite, WriteCounter } from './write-counter.entity.js';
import { statSync } from 'node:fs';

/**
 * A SQLite file with a read and a write connection. TypeORM uses one connection for each data source, on which a read
 * would see uncommitted rows of an open transaction. One transaction runs at a time.
 */
export class SqliteDatabase extends Database {
  readonly versionLifetime = 0;
  readonly hasConcurrentWrites = false;
  /** The queue of the statements in worker threads. Other reads run at once. */
  protected readonly reads: StatementWorkers;
  protected readonly writes = new BoundedQueue(1, MAX_WRITE_WAIT_SHARE);

  /** When the writes that wait have last let other requests run. */
  private pausedAt = 0;
  private readonly path: string;
  private readonly openedFile: string;

  constructor(
    private readonly reader: DataSource,
    private writer: DataSource,
    timeout: number,
  ) {
    super(timeout);
    this.path = String(writer.options.database);
    this.openedFile = fileIdentity(this.path);
    this.reads = new StatementWorkers(this.path);
  }

  /** `PRAGMA data_version` counts the commits of other connections: the write connection and other processes. */
  dataVersion(timeout: number): Promise<number> {
    return this.withDeadline(timeout, async () => {
      const connection = (await this.reader.createQueryRunner().connect()) as SqliteConnection;
      return connection.prepare('PRAGMA data_version').pluck().get() as number;
    });
  }

  /** Always true, since the service does not start with a file that is not writable. */
  isWritable(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.writes.onIdle();
    await this.reads.close();
    await this.closeWriter();
  }

  protected tryRead<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    return deadline.guard(work(new UnitOfWork(this.reader.createQueryRunner(), deadline, 'read', this.reads)));
  }

  protected async tryWatch<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    this.assertFileNotReplaced();
    return this.tryRead(work, deadline);
  }

  protected tryWrite<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    return this.writes.run(async () => {
      await this.pauseBetweenWrites();
      return this.transaction(work, deadline);
    }, deadline);
  }

  /** Lets requests run that have arrived meanwhile. Without pauses, all waiting writes would run in one turn of the event loop. */
  private async pauseBetweenWrites(): Promise<void> {
    if (this.writes.load.waiting === 0 || performance.now() - this.pausedAt < SLICE) return;
    await setImmediate();
    this.pausedAt = performance.now();
  }

  /** SQLite keeps writing to a file that was moved or deleted, and these writes are lost when the process ends. */
  private assertFileNotReplaced(): void {
    if (fileIdentity(this.path) === this.openedFile) return;
    const message = `${this.path} was moved, deleted or replaced under the running service: stop it, and restore the file`;
    throw Object.assign(new Error(message), { code: 'SQLITE_CANTOPEN' });
  }

  private async transaction<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    if (!this.writer.isInitialized) await this.reopenWriter();
    const runner = this.writer.createQueryRunner();
    const unit = new UnitOfWork(runner, deadline, 'write');
    const performWork = async () => {
      const result = await work(unit);
      await this.runCommitHooks(unit);
      return result;
    };
    let isExpired = false;
    try {
      await runner.startTransaction();
      // Begins with a write, which takes the write lock like BEGIN IMMEDIATE. A transaction that has read before would
      // fail if another process has written meanwhile (SQLITE_BUSY_SNAPSHOT).
      if (this.writer.hasMetadata(WriteCounter)) await countWrite(unit);
      const result = await deadline.guard(performWork(), () => (isExpired = true));
      await runner.commitTransaction();
      for (const step of unit.afterCommit) step();
      return result;
    } catch (error) {
      // Closing the connection rolls back, and makes work fail that continues after its deadline. ROLLBACK would fail
      // if SQLite has already rolled back, as on a full disk.
      if (isExpired) await this.closeWriter();
      else if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => this.closeWriter());
      throw error;
    }
  }

  /** @throws if another file is in place of the one that the service was started with */
  private async reopenWriter(): Promise<void> {
    this.assertFileNotReplaced();
    this.writer = await createDataSource(this.writer.options).initialize();
  }

  /** The next transaction opens the connection again. */
  private async closeWriter(): Promise<void> {
    if (this.writer.isInitialized) await this.writer.destroy();
  }
}

/** Device and inode of a file, which differ once another file is in its place. */
function fileIdentity(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : '';
}

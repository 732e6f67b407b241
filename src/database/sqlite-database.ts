import { type DataSource } from 'typeorm';
import { UnitOfWork, Database, MAX_WRITE_WAIT_SHARE, type Work } from './database.js';
import { BoundedQueue, type Deadline } from './bounded-queue.js';
import { StatementWorkers } from './statement-workers.js';
import { createDataSource, type SqliteConnection } from './data-source.js';
import { countWrite, WriteCounter } from './write-counter.entity.js';
import { statSync } from 'node:fs';
import { FileReplaced } from './database-errors.js';

/**
 * A SQLite file with a read and a write connection. TypeORM uses one connection for each data source, on which a read
 * would see uncommitted rows of an open transaction. One transaction runs at a time.
 */
export class SqliteDatabase extends Database {
  readonly versionLifetime = 0;
  /** The queue of the statements in worker threads. Other reads run at once. */
  protected readonly reads: StatementWorkers;
  protected readonly writes = new BoundedQueue(1, MAX_WRITE_WAIT_SHARE);

  private constructor(
    private readonly reader: DataSource,
    private writer: DataSource,
    private readonly file: SqliteFile,
    timeout: number,
  ) {
    super(timeout);
    this.reads = new StatementWorkers(file.path);
  }

  static async open(reader: DataSource, writer: DataSource, timeout: number): Promise<SqliteDatabase> {
    // The WAL exists after the first read.
    await writer.query('PRAGMA user_version');
    return new SqliteDatabase(reader, writer, new SqliteFile(String(writer.options.database)), timeout);
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
    await this.assertFileNotReplaced().catch(() => undefined);
    await this.closeWriter();
  }

  protected tryRead<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    return deadline.guard(work(new UnitOfWork(this.reader.createQueryRunner(), deadline, this.reads)));
  }

  protected async tryWatch<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    await this.assertFileNotReplaced();
    return this.tryRead(work, deadline);
  }

  protected tryWrite<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    return this.writes.run(() => this.transaction(work, deadline), deadline);
  }

  /**
   * @throws {FileReplaced} if the file was moved or replaced. The WAL is checkpointed into the open file then: SQLite would
   * otherwise apply the rest of it to the file in its place
   */
  private async assertFileNotReplaced(): Promise<void> {
    try {
      this.file.assertNotReplaced();
    } catch (error) {
      await this.writer.query('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
      throw error;
    }
  }

  private async transaction<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    await this.assertFileNotReplaced();
    if (!this.writer.isInitialized) this.writer = await createDataSource(this.writer.options).initialize();
    const runner = this.writer.createQueryRunner();
    const unit = new UnitOfWork(runner, deadline);
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
      await this.assertFileNotReplaced();
      return result;
    } catch (error) {
      // Closing the connection rolls back, and makes work fail that continues after its deadline. ROLLBACK would fail
      // if SQLite has already rolled back, as on a full disk.
      if (isExpired) await this.closeWriter();
      else if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => this.closeWriter());
      throw error;
    }
  }

  /** The next transaction opens the connection again. */
  private async closeWriter(): Promise<void> {
    if (this.writer.isInitialized) await this.writer.destroy();
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

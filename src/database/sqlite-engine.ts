import { type DataSource } from 'typeorm';
import { BoundedQueue } from './bounded-queue.js';
import { createDataSource } from './data-source.js';
import { type Deadline } from './deadline.js';
import { type BeforeCommit, type Engine, type EngineLoad, type Work } from './engine.js';
import { type SqliteConnection } from './sql/drivers.js';
import { SqliteFile } from './sqlite-file.js';
import { StatementWorkers } from './statement-workers.js';
import { UnitOfWork } from './unit-of-work.js';
import { countWrite, WriteCounter } from './write-counter.entity.js';

/** A client must send a refused write again, so writes may wait longer than reads. */
const MAX_WRITE_WAIT_SHARE = 0.75;

/**
 * A SQLite file with a read and a write connection. TypeORM uses one connection for each data source, on which a read
 * would see uncommitted rows of an open transaction. One transaction runs at a time.
 */
export class SqliteEngine implements Engine {
  readonly versionLifetime = 0;
  private readonly writes = new BoundedQueue(1, MAX_WRITE_WAIT_SHARE);
  private readonly workers: StatementWorkers;

  private constructor(
    private readonly reader: DataSource,
    private writer: DataSource,
    private readonly file: SqliteFile,
  ) {
    this.workers = new StatementWorkers(file.path);
  }

  static async open(reader: DataSource, writer: DataSource): Promise<SqliteEngine> {
    // The WAL exists after the first read.
    await writer.query('PRAGMA user_version');
    return new SqliteEngine(reader, writer, new SqliteFile(String(writer.options.database)));
  }

  /** The counters of the queues. Of reads, only statements in worker threads are queued. */
  get load(): EngineLoad {
    return { reads: this.workers.load, writes: this.writes.load };
  }

  /** Runs at once. Only statements that run in worker threads (`queryInWorker`) wait in a queue. */
  read<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    return deadline.guard(work(new UnitOfWork(this.reader.createQueryRunner(), deadline, this.workers)));
  }

  async watch<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    await this.assertFileNotReplaced();
    return this.read(work, deadline);
  }

  write<T>(work: Work<T>, deadline: Deadline, beforeCommit: BeforeCommit): Promise<T> {
    return this.writes.run(() => this.transaction(work, deadline, beforeCommit), deadline);
  }

  /** `PRAGMA data_version` counts the commits of other connections: the write connection and other processes. */
  async dataVersion(): Promise<number> {
    const connection = (await this.reader.createQueryRunner().connect()) as SqliteConnection;
    return connection.prepared('PRAGMA data_version').pluck().get() as number;
  }

  /** Always true, since the service does not start with a file that is not writable. */
  isWritable(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async close(): Promise<void> {
    await this.writes.onIdle();
    await this.workers.close();
    await this.assertFileNotReplaced().catch(() => undefined);
    await this.closeWriter();
  }

  /**
   * If the file was moved or replaced, checkpoints the WAL into the open file. SQLite would otherwise apply the rest of the
   * WAL to the file in its place.
   * @throws {FileReplaced}
   */
  private async assertFileNotReplaced(): Promise<void> {
    try {
      this.file.assertNotReplaced();
    } catch (error) {
      await this.writer.query('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
      throw error;
    }
  }

  private async transaction<T>(work: Work<T>, deadline: Deadline, beforeCommit: BeforeCommit): Promise<T> {
    await this.assertFileNotReplaced();
    if (!this.writer.isInitialized) this.writer = await createDataSource(this.writer.options).initialize();
    const runner = this.writer.createQueryRunner();
    const unit = new UnitOfWork(runner, deadline);
    let isExpired = false;
    try {
      await runner.startTransaction();
      // Begins with a write, which takes the write lock like BEGIN IMMEDIATE. A transaction that has read before would
      // fail if another process has written meanwhile (SQLITE_BUSY_SNAPSHOT).
      if (this.writer.hasMetadata(WriteCounter)) await countWrite(unit);
      const working = work(unit).then(async (result) => {
        await beforeCommit(unit);
        return result;
      });
      const result = await deadline.guard(working, () => (isExpired = true));
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

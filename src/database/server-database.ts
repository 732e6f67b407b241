import { type PoolConnection } from 'mysql2';
import PQueue from 'p-queue';
import { type DataSource, type QueryRunner } from 'typeorm';
import { UnitOfWork, Database, MAX_WRITE_WAIT_SHARE, type Work } from './database.js';
import { BoundedQueue } from './bounded-queue.js';
import { Deadline } from './deadline.js';
import { isConnectionLost } from './database-errors.js';
import { countWrite, sumOfWrites, tryToWrite, WriteCounter } from './write-counter.entity.js';

/** The share of the pool for reads. With more, reads only compete with each other and with writes for processors. */
const READ_SHARE = 0.4;

/** Milliseconds in which a server must report whether it accepts writes. */
const WRITABLE_TIMEOUT = 1000;

/** MariaDB or MySQL. Health checks and the data version share one connection of the pool, which the queues leave to them. */
export class ServerDatabase extends Database {
  readonly versionLifetime = 300;
  readonly hasConcurrentWrites = true;
  protected readonly reads: BoundedQueue;
  protected readonly writes: BoundedQueue;
  private readonly watches = new PQueue({ concurrency: 1 });

  /** @param size units of work that run at a time */
  constructor(
    private readonly pool: DataSource,
    timeout: number,
    size: number,
  ) {
    super(timeout);
    const readers = Math.ceil(READ_SHARE * size);
    this.reads = new BoundedQueue(readers);
    this.writes = new BoundedQueue(Math.max(1, size - readers), MAX_WRITE_WAIT_SHARE);
  }

  dataVersion(timeout: number): Promise<number> {
    return this.watch(sumOfWrites, timeout);
  }

  isWritable(): Promise<boolean> {
    return this.tryWatch(tryToWrite, new Deadline(WRITABLE_TIMEOUT)).then(
      () => true,
      () => false,
    );
  }

  onApplicationShutdown(): Promise<void> {
    return this.writes.onIdle();
  }

  protected tryRead<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    return this.reads.run(() => this.readOnConnection(work, deadline), deadline);
  }

  protected tryWatch<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    return deadline.guard(this.watches.add(() => this.readOnConnection(work, deadline)));
  }

  /** Retries a read whose connection was ended by the server: other connections may work. */
  private async readOnConnection<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    const read = () => this.onConnection(deadline, (runner) => work(new UnitOfWork(runner, deadline, 'read')));
    try {
      return await read();
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      return await read();
    }
  }

  protected tryWrite<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    const write = () => this.onConnection(deadline, (runner) => this.transaction(runner, work, deadline));
    return this.writes.run(write, deadline);
  }

  private async transaction<T>(runner: QueryRunner, work: Work<T>, deadline: Deadline): Promise<T> {
    const unit = new UnitOfWork(runner, deadline, 'write');
    try {
      await runner.startTransaction();
      const result = await work(unit);
      // Written last, so that others wait for these rows only during the commit.
      if (this.pool.hasMetadata(WriteCounter)) await countWrite(unit);
      await this.runCommitHooks(unit);
      await runner.commitTransaction();
      for (const step of unit.afterCommit) step();
      return result;
    } catch (error) {
      // If the rollback fails as well, the connection is closed.
      await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  }

  private async onConnection<T>(deadline: Deadline, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = this.pool.createQueryRunner();
    const connecting = runner.connect() as Promise<PoolConnection>;
    await deadline.guard(connecting, () => void connecting.then(() => runner.release()).catch(() => undefined));
    let isUsable = true;
    // The connection is still busy and must not return to the pool. The server rolls back when it is closed.
    const closeConnection = () => {
      isUsable = false;
      void connecting.then((connection) => connection.destroy());
    };
    try {
      return await deadline.guard(work(runner), closeConnection);
    } catch (error) {
      if (isUsable && runner.isTransactionActive) closeConnection();
      throw error;
    } finally {
      if (isUsable) await runner.release();
    }
  }
}

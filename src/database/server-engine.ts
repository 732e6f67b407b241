import { type PoolConnection } from 'mysql2';
import { type DataSource, type QueryRunner } from 'typeorm';
import { BoundedQueue } from './bounded-queue.js';
import { isConnectionLost } from './database-errors.js';
import { Deadline } from './deadline.js';
import { type BeforeCommit, type Engine, type EngineLoad, type Work } from './engine.js';
import { UnitOfWork } from './unit-of-work.js';
import { countWrite, sumOfWrites, tryToWrite, WriteCounter } from './write-counter.entity.js';

/**
 * The share of the pool for reads. With more, reads only compete with each other and with writes for the processors.
 */
const READ_SHARE = 0.4;

/** A client must send a refused write again, so writes may wait longer than reads. */
const MAX_WRITE_WAIT_SHARE = 0.75;

/** Milliseconds in which a server must report whether it accepts writes. */
const WRITABLE_TIMEOUT = 1000;

/** MariaDB or MySQL: a pool of connections, and a separate connection for health checks and the data version. */
export class ServerEngine implements Engine {
  readonly versionLifetime = 300;
  private readonly reads: BoundedQueue;
  private readonly writes: BoundedQueue;

  /** @param poolSize connections of the pool */
  constructor(
    private readonly pool: DataSource,
    private readonly watcher: DataSource,
    poolSize: number,
  ) {
    const readers = Math.ceil(READ_SHARE * poolSize);
    this.reads = new BoundedQueue(readers);
    this.writes = new BoundedQueue(Math.max(1, poolSize - readers), MAX_WRITE_WAIT_SHARE);
  }

  get load(): EngineLoad {
    return { reads: this.reads.load, writes: this.writes.load };
  }

  read<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    return this.reads.run(() => this.readOn(this.pool, work, deadline), deadline);
  }

  watch<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    return this.readOn(this.watcher, work, deadline);
  }

  write<T>(work: Work<T>, deadline: Deadline, beforeCommit: BeforeCommit): Promise<T> {
    return this.writes.run(
      () => this.onConnection(this.pool, deadline, (runner) => this.transaction(runner, work, deadline, beforeCommit)),
      deadline,
    );
  }

  dataVersion(deadline: Deadline): Promise<number> {
    return this.watch(sumOfWrites, deadline);
  }

  isWritable(): Promise<boolean> {
    return this.watch(tryToWrite, new Deadline(WRITABLE_TIMEOUT)).then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    await this.writes.onIdle();
    await this.watcher.destroy();
  }

  /** Retries a read whose connection was ended by the server: other connections may work. */
  private async readOn<T>(source: DataSource, work: Work<T>, deadline: Deadline): Promise<T> {
    const read = () => this.onConnection(source, deadline, (runner) => work(new UnitOfWork(runner, deadline)));
    try {
      return await read();
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      return await read();
    }
  }

  private async transaction<T>(
    runner: QueryRunner,
    work: Work<T>,
    deadline: Deadline,
    beforeCommit: BeforeCommit,
  ): Promise<T> {
    const unit = new UnitOfWork(runner, deadline);
    try {
      await runner.startTransaction();
      const result = await work(unit);
      // Written at the end of the transaction, so that others wait for these rows only during the last statements and
      // the commit.
      if (this.pool.hasMetadata(WriteCounter)) await countWrite(unit);
      await beforeCommit(unit);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // If the rollback fails as well, the connection is closed.
      await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  }

  private async onConnection<T>(
    source: DataSource,
    deadline: Deadline,
    work: (runner: QueryRunner) => Promise<T>,
  ): Promise<T> {
    const runner = source.createQueryRunner();
    let isUsable = true;
    const closeConnection = () => {
      isUsable = false;
      destroyConnection(runner);
    };
    try {
      await deadline.guard(runner.connect(), () => releaseWhenConnected(runner));
      return await deadline.guard(work(runner), closeConnection);
    } catch (error) {
      if (isUsable && runner.isTransactionActive) closeConnection();
      throw error;
    } finally {
      if (isUsable) await runner.release();
    }
  }
}

/**
 * A connection without a response is still busy and must not return to the pool. The server rolls back when it is
 * closed.
 */
function destroyConnection(runner: QueryRunner): void {
  void (runner.connect() as Promise<PoolConnection>).then(
    (connection) => connection.destroy(),
    () => undefined,
  );
}

function releaseWhenConnected(runner: QueryRunner): void {
  void runner.connect().then(
    () => runner.release(),
    () => undefined,
  );
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { Unavailable } from '../common/errors/api-error.js';
import { isProduction } from '../config/production.js';
import { isConflict, isDuplicate, isUnavailable } from './database-errors.js';
import { isSqlite, longestQueue } from './data-source.js';
import { Deadline } from './deadline.js';
import { Mutex } from './mutex.js';
import { abandon, returnLater } from './query-runners.js';
import { countWrite, WriteCounter } from './write-counter.entity.js';

/** Uses the manager it is given and awaits nothing else. May run more than once: it changes nothing but the database. */
export type Work<T> = (manager: EntityManager) => Promise<T>;

/**
 * The one way to the database.
 *
 * SQLite has one connection per data source, so that a plain read would see, and a plain write would join, whatever
 * transaction happens to be open. Hence two data sources: a reader, and a writer that is used by one at a time. On a
 * server both are the same pool.
 */
export class Database implements OnApplicationShutdown {
  private readonly logger = new Logger(Database.name);
  private readonly turns: Mutex | undefined;
  private readonly countsWrites: boolean;
  private readonly listeners: (() => unknown)[] = [];
  private lastWarning = -Infinity;
  /** Tells use within use, which waits for itself. Not for the public: following what is asynchronous slows down all that is. */
  private readonly scope = isProduction ? undefined : new AsyncLocalStorage<{ open: boolean }>();

  /**
   * @param timeout milliseconds that one `read` or `write` may take in all
   * @param watcher has a connection to a server that nothing else waits for
   */
  constructor(
    private readonly reader: DataSource,
    private readonly writer: DataSource,
    private readonly timeout: number,
    private readonly watcher = reader,
  ) {
    this.turns = isSqlite(writer) ? new Mutex() : undefined;
    this.countsWrites = writer.hasMetadata(WriteCounter);
  }

  /**
   * Reads committed data.
   * @throws {Unavailable} when the database is away or does not answer in time
   */
  async read<T>(work: Work<T>): Promise<T> {
    return this.unit((deadline) => this.use(this.reader, deadline, (runner) => work(runner.manager)));
  }

  /**
   * Reads where all connections may be busy: a database that has much to do is not one that is away.
   * @param timeout milliseconds
   * @throws {Unavailable}
   */
  async watch<T>(work: Work<T>, timeout: number): Promise<T> {
    return this.unit((deadline) => this.use(this.watcher, deadline, (runner) => work(runner.manager)), timeout);
  }

  /**
   * One transaction: all of it or nothing. Runs again, from its beginning, when it lost against another transaction.
   * @param timeout milliseconds, for work that nobody waits for in front of a screen
   * @throws {Unavailable} when the database is away or does not answer in time; then it may still have happened
   */
  async write<T>(work: Work<T>, timeout = this.timeout): Promise<T> {
    const counted: Work<T> = async (manager) => {
      const result = await work(manager);
      if (this.countsWrites) await countWrite(manager);
      return result;
    };
    const attempt = (deadline: Deadline) =>
      this.inTurn(deadline, () => this.use(this.writer, deadline, (runner) => transaction(runner, counted)));
    try {
      const result = await this.unit(attempt, timeout);
      await this.tellWritten();
      return result;
    } catch (error) {
      // No answer in time: it may have happened all the same.
      if (error instanceof Unavailable) await this.tellWritten();
      throw error;
    }
  }

  /** Has a listener told of each write after its commit; the write is answered when the listener is done. */
  onWritten(listener: () => unknown): void {
    this.listeners.push(listener);
  }

  private async tellWritten(): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener()));
  }

  /** Whether the error says that a row with the same key exists in the unique index of this name. */
  isDuplicate(error: unknown, index: string): boolean {
    const metadata = this.reader.entityMetadatas.flatMap(({ indices }) => indices).find(({ name }) => name === index);
    if (!metadata) throw new Error(`No entity declares the index ${index}.`);
    const columns = metadata.columns.map(({ databaseName }) => databaseName);
    return isDuplicate(error, { index, table: metadata.entityMetadata.tableName, columns });
  }

  /** Names of the migrations that are not in the database yet. */
  async pendingMigrations(): Promise<string[]> {
    const done = await this.read((manager) => manager.query<{ name: string }[]>('SELECT name FROM migrations'));
    const names = new Set(done.map(({ name }) => name));
    return this.writer.migrations.map(({ name, constructor }) => name ?? constructor.name).filter((n) => !names.has(n));
  }

  /** Waits for the writes under way. The reader, or pool, is closed by the module that opened it. */
  async onApplicationShutdown(): Promise<void> {
    // It holds nothing, and may have lost its server.
    if (this.watcher !== this.reader) await this.watcher.destroy().catch(() => undefined);
    if (this.writer === this.reader) return;
    await this.turns?.turn();
    await this.writer.destroy();
  }

  private async unit<T>(attempt: (deadline: Deadline) => Promise<T>, timeout = this.timeout): Promise<T> {
    if (this.scope?.getStore()?.open) {
      throw new Error('Database.read and Database.write do not nest: pass on the manager that the outer one gave.');
    }
    const scope = { open: true };
    try {
      const run = () => this.retried(attempt, new Deadline(timeout));
      return await (this.scope ? this.scope.run(scope, run) : run());
    } catch (error) {
      throw this.translated(error);
    } finally {
      scope.open = false;
    }
  }

  private async retried<T>(attempt: (deadline: Deadline) => Promise<T>, deadline: Deadline): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt(deadline);
      } catch (error) {
        // Doubles from 5 ms to 160 ms, with jitter, so that two that met do not meet again.
        const pause = 2 ** Math.min(tries, 5) * (5 + 5 * Math.random());
        if (!isConflict(error) || !(await deadline.pause(pause))) throw error;
      }
    }
  }

  private async inTurn<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
    if (!this.turns) return work();
    if (this.turns.length >= longestQueue) throw new Unavailable();
    const turn = this.turns.turn();
    const end = await deadline.guard(turn, () => void turn.then((endUnused) => endUnused()));
    try {
      return await work();
    } finally {
      end();
    }
  }

  private async use<T>(source: DataSource, deadline: Deadline, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = source.createQueryRunner();
    let usable = true;
    const letGo = () => {
      usable = false;
      abandon(runner);
    };
    try {
      await deadline.guard(runner.connect(), () => returnLater(runner));
      return await deadline.guard(work(runner), letGo);
    } catch (error) {
      if (usable && runner.isTransactionActive) letGo();
      throw error;
    } finally {
      if (usable) await runner.release();
    }
  }

  private translated(error: unknown): unknown {
    if (error instanceof Unavailable) return this.warn('no answer in time, or too many are waiting', error);
    if (!isConflict(error) && !isUnavailable(error)) return error;
    const message = error instanceof Error ? error.message : String(error);
    return this.warn(message, Object.assign(new Unavailable(), { cause: error }));
  }

  /** Once a second: while a database is away every request ends here. */
  private warn(message: string, error: Unavailable): Unavailable {
    if (performance.now() - this.lastWarning > 1000) {
      this.lastWarning = performance.now();
      this.logger.warn(`The database is unavailable: ${message}`);
    }
    return error;
  }
}

async function transaction<T>(runner: QueryRunner, work: Work<T>): Promise<T> {
  try {
    await runner.startTransaction();
    const result = await work(runner.manager);
    await runner.commitTransaction();
    return result;
  } catch (error) {
    // Where this fails too, the transaction stays active and `use` lets go of the connection.
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

import { isNativeError } from 'node:util/types';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { Unavailable, WriteConflict } from '../errors/api-error.js';
import { isSqlite } from './data-source.js';
import { isConflict, isDuplicate, isUnavailable } from './database-errors.js';
import { Deadline } from './deadline.js';
import { type BeforeCommit, type Engine, type EngineLoad, type Work } from './engine.js';
import { pendingMigrations } from './migrate.js';
import { ServerEngine } from './server-engine.js';
import { SqliteEngine } from './sqlite-engine.js';

export { type Work } from './engine.js';

/** Milliseconds between two warnings, since every request fails while the database is down. */
const WARNING_INTERVAL = 1000;

/** Milliseconds of the pause before the second attempt of a transaction, which doubles with each of the next ones. */
const FIRST_PAUSE = 5;

const MAX_DOUBLINGS = 5;

/** Runs units of work on the database: reads and transactions with a deadline, a queue and retries. */
export class Database implements OnApplicationShutdown {
  private readonly logger = new Logger(Database.name);
  private readonly writeListeners: (() => void)[] = [];
  private readonly commitHooks: BeforeCommit[] = [];
  private warnedAt = -Infinity;
  private retries = 0;

  /**
   * @param source the data source that declares the entities
   * @param timeout milliseconds that one `read` or `write` may take in all
   */
  constructor(
    private readonly source: DataSource,
    private readonly engine: Engine,
    readonly timeout: number,
  ) {}

  /**
   * @param reader the read connection of a SQLite file, or the pool of a server
   * @param other the write connection of a SQLite file, or the separate connection to a server
   * @param limits the timeout of a unit of work in milliseconds, and the size of the pool
   */
  static async open(
    reader: DataSource,
    other: DataSource,
    { timeout, pool }: { readonly timeout: number; readonly pool: number },
  ): Promise<Database> {
    const engine = isSqlite(reader) ? await SqliteEngine.open(reader, other) : new ServerEngine(reader, other, pool);
    return new Database(reader, engine, timeout);
  }

  /**
   * Reads committed data.
   * @throws {Unavailable} if the database is down or too slow, at once if too many requests wait
   */
  read<T>(work: Work<T>): Promise<T> {
    return this.withDeadline(this.timeout, (deadline) =>
      this.retryConflicts(() => this.engine.read(work, deadline), deadline),
    );
  }

  /**
   * Reads without waiting in the queue, so that health checks also succeed while the database is busy. Only for very
   * fast reads.
   * @param timeout milliseconds
   * @throws {Unavailable}
   */
  watch<T>(work: Work<T>, timeout: number): Promise<T> {
    return this.withDeadline(timeout, (deadline) => this.engine.watch(work, deadline));
  }

  /**
   * Runs one transaction. It is retried from its beginning after a conflict with another one.
   * @param timeout milliseconds, for work that no client waits for
   * @throws {Unavailable} if the database is down or does not respond in time; the write may have been committed
   * nevertheless
   * @throws {WriteConflict} if conflicts last until the deadline
   */
  async write<T>(work: Work<T>, timeout = this.timeout): Promise<T> {
    try {
      return await this.withDeadline(timeout, (deadline) =>
        this.retryConflicts(() => this.engine.write(work, deadline, this.beforeCommit), deadline).catch(
          throwWriteConflict,
        ),
      );
    } finally {
      // Called after failures too: a write that timed out may have been committed.
      for (const listener of this.writeListeners) listener();
    }
  }

  /** Runs work as `write` does and rolls it back, so that only its result remains. */
  async dryRun<T>(work: Work<T>, timeout = this.timeout): Promise<T> {
    try {
      return await this.write(async (manager) => {
        throw new RolledBack(await work(manager));
      }, timeout);
    } catch (error) {
      if (error instanceof RolledBack) return error.result as T;
      throw error;
    }
  }

  /** Calls a listener after each write, before the response. */
  onWritten(listener: () => void): void {
    this.writeListeners.push(listener);
  }

  /** Adds a step that runs in every transaction before its commit. If it fails, the transaction is rolled back. */
  addCommitHook(step: BeforeCommit): void {
    this.commitHooks.push(step);
  }

  /** A number that changes with every commit of any process. */
  dataVersion(timeout: number): Promise<number> {
    return this.withDeadline(timeout, (deadline) => this.engine.dataVersion(deadline));
  }

  /** Milliseconds for which a data version may be reused. */
  get versionLifetime(): number {
    return this.engine.versionLifetime;
  }

  /** Counters for monitoring: the queues, and the units of work that were retried after a conflict. */
  get load(): EngineLoad & { readonly retries: number } {
    return { ...this.engine.load, retries: this.retries };
  }

  /** Whether the error reports a duplicate key in the unique index with this name. */
  isDuplicate(error: unknown, index: string): boolean {
    const metadata = this.source.entityMetadatas.flatMap(({ indices }) => indices).find(({ name }) => name === index);
    if (!metadata) throw new Error(`No entity declares the index ${index}.`);
    const columns = metadata.columns.map(({ databaseName }) => databaseName);
    return isDuplicate(error, { index, table: metadata.entityMetadata.tableName, columns });
  }

  /** Names of the migrations that are not in the database yet. */
  pendingMigrations(): Promise<string[]> {
    return this.watch(pendingMigrations, this.timeout);
  }

  isWritable(): Promise<boolean> {
    return this.engine.isWritable();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }

  private readonly beforeCommit: BeforeCommit = async (unit) => {
    for (const step of this.commitHooks) await step(unit);
  };

  /** Retries an attempt after each conflict with another transaction, until the deadline. */
  private async retryConflicts<T>(attempt: () => Promise<T>, deadline: Deadline): Promise<T> {
    let conflict: Error | undefined;
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        // If the deadline passes during a retry, the conflict is reported as the reason.
        if (conflict !== undefined && error instanceof Unavailable) throw conflict;
        // The jitter prevents two transactions from colliding again.
        const pause = 2 ** Math.min(tries, MAX_DOUBLINGS) * FIRST_PAUSE * (1 + Math.random());
        if (!isConflict(error) || !(await deadline.pause(pause))) throw error;
        conflict = error instanceof Error ? error : undefined;
        this.retries += 1;
      }
    }
  }

  private async withDeadline<T>(timeout: number, work: (deadline: Deadline) => Promise<T>): Promise<T> {
    try {
      return await work(new Deadline(timeout));
    } catch (error) {
      throw this.asApiError(error);
    }
  }

  private asApiError(error: unknown): unknown {
    if (error instanceof Unavailable) return this.warn('no answer in time, or too many are waiting', error);
    if (!isConflict(error) && !isUnavailable(error)) return error;
    const message = isNativeError(error) ? error.message : String(error);
    return this.warn(message, Object.assign(new Unavailable(), { cause: error }));
  }

  private warn(message: string, error: Unavailable): Unavailable {
    if (performance.now() - this.warnedAt > WARNING_INTERVAL) {
      this.warnedAt = performance.now();
      this.logger.warn(`The database is unavailable: ${message}`);
    }
    return error;
  }
}

/** Thrown to roll back a transaction; carries its result. */
class RolledBack extends Error {
  constructor(readonly result: unknown) {
    super();
  }
}

function throwWriteConflict(error: unknown): never {
  throw isConflict(error) ? Object.assign(new WriteConflict(), { cause: error }) : error;
}

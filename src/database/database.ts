import { setImmediate } from 'node:timers/promises';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { EntityManager, type QueryRunner } from 'typeorm';
import { Unavailable, WriteConflict } from '../lib/errors/api-error.js';
import { yieldToEventLoop } from '../lib/tasks/yield-to-event-loop.js';
import { type QueueLoad } from './bounded-queue.js';
import { Deadline } from './deadline.js';
import { type StatementWorkers } from './statement-workers.js';
import { isConflict, isUnavailable, RestartTransaction } from './database-errors.js';

/** Milliseconds for which a unit of work may block the event loop. */
export const SLICE = 10;

/** The entity manager of one `Database.read` or `Database.write`, with its deadline and state. */
export class UnitOfWork extends EntityManager {
  hasReadInWorker = false;

  /** The row of `write_counters` that counts this transaction; undefined until it is chosen, and in reads. */
  counterSlot: number | undefined;

  /** Ids of the records that this transaction has written, by entity. */
  readonly writtenRecords = new Map<new () => object, Set<number>>();

  /** @param workers threads that read a SQLite file; writes and servers need none */
  constructor(
    runner: QueryRunner,
    readonly deadline: Deadline,
    readonly kind: 'read' | 'write',
    readonly workers?: StatementWorkers,
  ) {
    super(runner.dataSource, runner);
  }

  /** When the unit of work last yielded to the event loop. */
  yieldedAt = performance.now();

  /** Steps that only concern this process, such as caching what was read. A transaction runs them after its commit. */
  readonly afterCommit: (() => void)[] = [];
}

/** Runs a step once all that the manager has read is committed: at once outside of a transaction, never after a rollback. */
export function onceCommitted(manager: EntityManager, step: () => void): void {
  if (!manager.queryRunner?.isTransactionActive) step();
  else if (manager instanceof UnitOfWork) manager.afterCommit.push(step);
}

/** Yields to the event loop if a unit of work may have blocked it for long: SQLite runs statements synchronously. */
export async function yieldAfterSlice(manager: EntityManager): Promise<void> {
  if (!(manager instanceof UnitOfWork) || performance.now() - manager.yieldedAt < SLICE) return;
  // Other writes wait for the locks of a write, so it goes on at the next turn.
  await (manager.kind === 'read' ? yieldToEventLoop() : setImmediate());
  manager.yieldedAt = performance.now();
}

/**
 * A function that uses the given manager and awaits nothing else. A nested `read` or `write` would deadlock, and a lint
 * rule refuses it. The function may run more than once, so it must only change the database.
 */
export type Work<T> = (manager: EntityManager) => Promise<T>;

/** Milliseconds between two warnings, since every request fails while the database is down. */
const WARNING_INTERVAL = 1000;

/** Milliseconds of the pause before the second attempt of a transaction, which doubles with each of the next ones. */
const FIRST_PAUSE = 5;

const MAX_DOUBLINGS = 5;

/** A client must send a refused write again, so writes may wait longer than reads. */
export const MAX_WRITE_WAIT_SHARE = 0.75;

/**
 * Runs units of work on the database: reads and transactions with a deadline, a queue and retries. `SqliteDatabase` and
 * `ServerDatabase` make the single attempts.
 */
export abstract class Database implements OnApplicationShutdown {
  /** Milliseconds for which a data version may be reused; 0 if reading it is cheap. */
  abstract readonly versionLifetime: number;
  /** Whether transactions of this process run at the same time. */
  abstract readonly hasConcurrentWrites: boolean;
  protected abstract readonly reads: { readonly load: QueueLoad };
  protected abstract readonly writes: { readonly load: QueueLoad };
  private readonly logger = new Logger(Database.name);
  private readonly writeListeners: (() => void)[] = [];
  private readonly commitHooks: ((unit: UnitOfWork) => Promise<void>)[] = [];
  private warnedAt = -Infinity;
  private retries = 0;

  /** @param timeout milliseconds that one `read` or `write` may take in all */
  constructor(readonly timeout: number) {}

  /**
   * Reads committed data.
   * @throws {Unavailable} if the database is down or too slow, at once if too many requests wait
   */
  read<T>(work: Work<T>): Promise<T> {
    return this.withDeadline(this.timeout, (deadline) =>
      this.retryConflicts(() => this.tryRead(work, deadline), deadline),
    );
  }

  /**
   * Reads beside the queue of reads, so that health checks work while the database is busy. Only for very fast reads.
   * @param timeout milliseconds
   * @throws {Unavailable}
   */
  watch<T>(work: Work<T>, timeout: number): Promise<T> {
    return this.withDeadline(timeout, (deadline) => this.tryWatch(work, deadline));
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
        this.retryConflicts(() => this.tryWrite(work, deadline), deadline).catch(throwWriteConflict),
      );
    } finally {
      // Called after failures too: a write that timed out may have been committed.
      for (const listener of this.writeListeners) listener();
    }
  }

  /** Runs work as `write` does and rolls it back, so that only its result remains. */
  async dryRun<T>(work: Work<T>, timeout = this.timeout): Promise<T> {
    const rollback = new Error('Rolled back.');
    let result: T | undefined;
    const workAndRollBack: Work<never> = async (manager) => {
      result = await work(manager);
      throw rollback;
    };
    await this.write(workAndRollBack, timeout).catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
    return result as T;
  }

  /** Calls a listener after each write, before the response. */
  onWritten(listener: () => void): void {
    this.writeListeners.push(listener);
  }

  /** Adds a step that runs in every transaction before its commit. If it fails, the transaction is rolled back. */
  addCommitHook(step: (unit: UnitOfWork) => Promise<void>): void {
    this.commitHooks.push(step);
  }

  /** Counters for monitoring: the queues, and the units of work that were retried after a conflict. */
  get load() {
    return { reads: this.reads.load, writes: this.writes.load, retries: this.retries };
  }

  /** A number that changes with every commit of any process. @param timeout milliseconds */
  abstract dataVersion(timeout: number): Promise<number>;

  abstract isWritable(): Promise<boolean>;

  /** Waits for writes in progress. The data source that Nest opened is closed by Nest. */
  abstract onApplicationShutdown(): Promise<void>;

  protected abstract tryRead<T>(work: Work<T>, deadline: Deadline): Promise<T>;

  protected abstract tryWatch<T>(work: Work<T>, deadline: Deadline): Promise<T>;

  protected abstract tryWrite<T>(work: Work<T>, deadline: Deadline): Promise<T>;

  protected async runCommitHooks(unit: UnitOfWork): Promise<void> {
    for (const step of this.commitHooks) await step(unit);
  }

  /** Retries an attempt after each conflict with another transaction, until the deadline. */
  private async retryConflicts<T>(attempt: () => Promise<T>, deadline: Deadline): Promise<T> {
    let conflict: Error | undefined;
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof RestartTransaction) continue;
        // If the deadline passes during a retry, the conflict is reported as the reason.
        if (conflict !== undefined && error instanceof Unavailable) throw conflict;
        // The jitter prevents two transactions from colliding again.
        const pause = 2 ** Math.min(tries, MAX_DOUBLINGS) * FIRST_PAUSE * (1 + Math.random());
        if (!isConflict(error) || !(await deadline.pause(pause))) throw error;
        conflict = error as Error;
        this.retries += 1;
      }
    }
  }

  protected async withDeadline<T>(timeout: number, work: (deadline: Deadline) => Promise<T>): Promise<T> {
    try {
      return await work(new Deadline(timeout));
    } catch (error) {
      throw this.asApiError(error);
    }
  }

  private asApiError(error: unknown): unknown {
    if (error instanceof Unavailable) return this.warn('no answer in time, or too many are waiting', error);
    if (!isConflict(error) && !isUnavailable(error)) return error;
    const message = error instanceof Error ? error.message : String(error);
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

function throwWriteConflict(error: unknown): never {
  throw isConflict(error) ? Object.assign(new WriteConflict(), { cause: error }) : error;
}

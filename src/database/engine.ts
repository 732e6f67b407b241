import { type EntityManager } from 'typeorm';
import { type QueueLoad } from './bounded-queue.js';
import { type Deadline } from './deadline.js';
import { type UnitOfWork } from './unit-of-work.js';

/**
 * A function that uses the given manager and awaits nothing else. A nested `read` or `write` would deadlock, and a lint
 * rule refuses it. The function may run more than once, so it must only change the database.
 */
export type Work<T> = (manager: EntityManager) => Promise<T>;

/** The last statements of a transaction, which run after it was counted. */
export type BeforeCommit = (unit: UnitOfWork) => Promise<void>;

/** The queues in front of the connections. */
export interface EngineLoad {
  readonly reads: QueueLoad;
  readonly writes: QueueLoad;
}

/** The connections to one database, and the queues for them. */
export interface Engine {
  /** Milliseconds for which a data version may be reused; 0 if reading it is cheap. */
  readonly versionLifetime: number;
  readonly load: EngineLoad;
  /** @throws {Overloaded} at once, when too many wait */
  read<T>(work: Work<T>, deadline: Deadline): Promise<T>;
  /** Reads on a connection without a queue, for very fast reads. */
  watch<T>(work: Work<T>, deadline: Deadline): Promise<T>;
  /**
   * Runs one transaction.
   * @throws {Overloaded} at once if too many tasks wait
   */
  write<T>(work: Work<T>, deadline: Deadline, beforeCommit: BeforeCommit): Promise<T>;
  /** A number that changes with every commit of any process. */
  dataVersion(deadline: Deadline): Promise<number>;
  isWritable(): Promise<boolean>;
  /** Waits for writes in progress. The data source that Nest opened is closed by Nest. */
  close(): Promise<void>;
}

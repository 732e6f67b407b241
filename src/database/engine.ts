import { type EntityManager } from 'typeorm';
import { type QueueLoad } from './bounded-queue.js';
import { type Deadline } from './deadline.js';
import { type UnitOfWork } from './unit-of-work.js';

/**
 * Uses the manager that it is given and awaits nothing else: another `read` or `write` within it would wait for itself, and
 * the lint refuses it. It may run more than once, so it changes nothing but the database.
 */
export type Work<T> = (manager: EntityManager) => Promise<T>;

/** The last statements of a transaction, once it is counted. */
export type BeforeCommit = (unit: UnitOfWork) => Promise<void>;

/** The queues in front of the connections. */
export interface EngineLoad {
  readonly reads: QueueLoad;
  readonly writes: QueueLoad;
}

/** The connections to one database, and who may use them when. */
export interface Engine {
  /** Milliseconds for which a data version that was read holds; 0 where reading it costs next to nothing. */
  readonly versionLifetime: number;
  readonly load: EngineLoad;
  /** @throws {Overloaded} at once, when too many wait */
  read<T>(work: Work<T>, deadline: Deadline): Promise<T>;
  /** Reads on a connection that never waits for others: for what takes no time. */
  watch<T>(work: Work<T>, deadline: Deadline): Promise<T>;
  /**
   * Runs one transaction.
   * @throws {Overloaded} at once, when too many wait
   */
  write<T>(work: Work<T>, deadline: Deadline, beforeCommit: BeforeCommit): Promise<T>;
  /** A number that changes with every commit, by whatever process. */
  dataVersion(deadline: Deadline): Promise<number>;
  isWritable(): Promise<boolean>;
  /** Waits for the writes under way. The data source that Nest opened is closed by Nest. */
  close(): Promise<void>;
}

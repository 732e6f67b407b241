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

export interface EngineLoad {
  readonly reads: QueueLoad;
  readonly writes: QueueLoad;
}

/** The connections to one database, and the queues for them. `Database` describes the methods. */
export interface Engine {
  /** Milliseconds for which a data version may be reused; 0 if reading it is cheap. */
  readonly versionLifetime: number;
  readonly load: EngineLoad;
  read<T>(work: Work<T>, deadline: Deadline): Promise<T>;
  watch<T>(work: Work<T>, deadline: Deadline): Promise<T>;
  write<T>(work: Work<T>, deadline: Deadline, beforeCommit: BeforeCommit): Promise<T>;
  dataVersion(deadline: Deadline): Promise<number>;
  isWritable(): Promise<boolean>;
  /** Waits for writes in progress. The data source that Nest opened is closed by Nest. */
  close(): Promise<void>;
}

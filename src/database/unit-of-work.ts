import { setImmediate } from 'node:timers/promises';
import { EntityManager, type QueryRunner } from 'typeorm';
import { type Deadline } from './deadline.js';
import { type StatementWorkers } from './statement-workers.js';

/** Milliseconds for which a unit of work may block the event loop. */
const SLICE = 10;

/** The entity manager of one `Database.read` or `Database.write`, with its deadline and state. */
export class UnitOfWork extends EntityManager {
  hasReadInWorker = false;

  /** The row of `write_counters` that counts this transaction; undefined until it is chosen, and in reads. */
  counterSlot: number | undefined;

  /** Ids of the records that this transaction has written, by entity. */
  readonly writtenRecords = new Map<new () => object, Set<number>>();

  /** @param workers threads that read a SQLite file; a server needs none */
  constructor(
    runner: QueryRunner,
    readonly deadline: Deadline,
    readonly workers?: StatementWorkers,
  ) {
    super(runner.dataSource, runner);
  }

  /** When the unit of work last yielded to the event loop. */
  yieldedAt = performance.now();
}

/** Yields to the event loop if a unit of work has blocked it for long: statements of SQLite are synchronous. */
export async function yieldToEventLoop(manager: EntityManager): Promise<void> {
  if (!(manager instanceof UnitOfWork) || performance.now() - manager.yieldedAt < SLICE) return;
  await setImmediate();
  manager.yieldedAt = performance.now();
}

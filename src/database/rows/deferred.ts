import { type EntityManager, type QueryRunner } from 'typeorm';
import { type Statement } from './values.js';

/** Of a transaction: statements that go to the server with the next one that somebody waits for. */
interface Deferred {
  statements: Statement[];
  /** Whether what is written now waits as well. */
  isOpen: boolean;
}

const known = new WeakMap<QueryRunner, Deferred>();

/** Lets statements of a runner wait: of one whose server takes several at once. */
export function mayDefer(runner: QueryRunner): void {
  known.set(runner, { statements: [], isOpen: false });
}

/**
 * Writes of which nobody asks what they have done. Each journey to a server takes longer than a small statement: on MariaDB
 * they go with the next statement of the transaction that somebody waits for, at the latest with its commit, and what is
 * wrong with one of them comes out there; elsewhere they are done at once.
 */
export async function deferred(manager: EntityManager, work: () => Promise<void>): Promise<void> {
  const own = of(manager.queryRunner);
  if (!own || own.isOpen) return work();
  own.isOpen = true;
  try {
    await work();
  } finally {
    own.isOpen = false;
  }
}

/** Whether what is written now waits. */
export function isDeferring(runner: QueryRunner): boolean {
  return of(runner)?.isOpen ?? false;
}

/** Has a statement wait; says so as TypeORM does. */
export function defer(runner: QueryRunner, statement: Statement): void {
  runner.dataSource.logger.logQuery(statement.sql, [...statement.values], runner);
  of(runner)!.statements.push(statement);
}

/** What has waited, which is no longer kept. */
export function takeDeferred(runner: QueryRunner | undefined): Statement[] {
  return of(runner)?.statements.splice(0) ?? [];
}

function of(runner: QueryRunner | undefined): Deferred | undefined {
  return runner && known.get(runner);
}

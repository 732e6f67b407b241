import { type EntityManager, type QueryRunner } from 'typeorm';
import { defer, mayDefer, takeDeferred } from './rows/deferred.js';
import { sendDeferred } from './rows/statements.js';

/** Does work in a transaction; within one that is open, in a savepoint. */
export async function transaction<T>(runner: QueryRunner, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  if (runner.dataSource.options.type === 'mariadb' && !runner.isTransactionActive) joinJourneys(runner);
  try {
    await runner.startTransaction();
    const result = await work(runner.manager);
    await runner.commitTransaction();
    return result;
  } catch (error) {
    // Where this fails too, the transaction stays active: whoever opened it lets go of the connection.
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

/** Has a transaction begin with its first statement, and end with what waits; TypeORM's own statements come after that. */
function joinJourneys(runner: QueryRunner): void {
  mayDefer(runner);
  const query = runner.query.bind(runner) as (sql: string, ...given: unknown[]) => Promise<unknown>;
  const joined = async (sql: string, ...given: unknown[]): Promise<unknown> => {
    if (sql === 'START TRANSACTION') return defer(runner, { sql, values: [] });
    // What was not sent has not happened.
    if (sql === 'ROLLBACK') takeDeferred(runner);
    if (sql === 'COMMIT') defer(runner, { sql, values: [] });
    await sendDeferred(runner);
    return sql === 'COMMIT' ? undefined : query(sql, ...given);
  };
  Object.assign(runner, { query: joined });
}

import { type EntityManager, type QueryRunner } from 'typeorm';

/** Does work in a transaction; within one that is open, in a savepoint. */
export async function transaction<T>(runner: QueryRunner, work: (manager: EntityManager) => Promise<T>): Promise<T> {
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

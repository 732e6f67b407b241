import { type EntityManager, type QueryRunner } from 'typeorm';
import { isSqlite } from '../../database/data-source.js';
import { whenEnded } from '../../database/when-ended.js';

/** By table, language and slug: the transactions of this process that are about to store them. */
const claims = new Map<string, QueryRunner>();

/**
 * Claims a slug until the transaction of the manager has ended. One that another transaction stores is not to be seen
 * until that is committed: who tried to store it too would wait for that only to hear that it is taken, with locks that
 * still others wait for. Other processes are met in the database.
 * @returns whether nobody else in this process has claimed it; on SQLite, where one transaction follows another, always
 */
export function claimSlug(manager: EntityManager, table: string, language: string, slug: string): boolean {
  const { queryRunner: runner } = manager;
  if (!runner || isSqlite(manager.dataSource)) return true;
  const name = `${table} ${language} ${slug}`;
  const holder = claims.get(name);
  if (!holder) {
    claims.set(name, runner);
    whenEnded(runner, () => claims.delete(name));
  }
  return holder === undefined || holder === runner;
}

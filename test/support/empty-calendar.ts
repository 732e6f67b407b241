import { type INestApplication } from '@nestjs/common';
import { Database } from '../../src/database/database.js';
import { ROLES } from '../../src/http/role.js';

/** Tables whose rows the start of a test calendar makes. */
const KEPT = ['migrations', 'lease', 'accounts', 'application_keys', 'write_counters', 'calendar_identity'];

/**
 * Deletes the records of a calendar, and the accounts that it did not start with. Ids go on, since a service may remember
 * records by them. This takes a hundredth of the time of another calendar.
 */
export async function emptyCalendar(app: INestApplication): Promise<void> {
  await app.get(Database).write(async (manager) => {
    const { entityMetadatas, options } = manager.dataSource;
    const isSqlite = options.type === 'better-sqlite3';
    await manager.query(isSqlite ? 'PRAGMA defer_foreign_keys = ON' : 'SET foreign_key_checks = 0');
    for (const table of new Set(entityMetadatas.map(({ tableName }) => tableName)))
      if (!KEPT.includes(table)) await manager.query(`DELETE FROM ${table}`);
    const names = ROLES.map((role) => `'the ${role}'`).join();
    await manager.query(`DELETE FROM accounts WHERE name NOT IN (${names})`);
    if (!isSqlite) await manager.query('SET foreign_key_checks = 1');
  });
}

import { type EntityManager, type EntityMetadata } from 'typeorm';
import { isSqlite } from '../database/data-source.js';
import { query, run } from '../database/sql/statements.js';

/** The last generated id of each table, also that of deleted rows, because ids must never be used again. */
export type LastIds = Readonly<Record<string, number>>;

export async function readLastIds(manager: EntityManager, tables: readonly EntityMetadata[]): Promise<LastIds> {
  const lastIds: Record<string, number> = {};
  for (const { tableName, generatedColumns } of tables)
    if (generatedColumns.length > 0) lastIds[tableName] = await lastId(manager, tableName);
  return lastIds;
}

async function lastId(manager: EntityManager, table: string): Promise<number> {
  if (isSqlite(manager.dataSource)) {
    const [row] = await query<{ seq: number }>(manager, 'SELECT seq FROM sqlite_sequence WHERE name = ?', [table]);
    return row?.seq ?? 0;
  }
  // MySQL caches the statistics of information_schema for a day.
  const [row] = await query<Record<string, string>>(
    manager,
    `SHOW CREATE TABLE ${manager.dataSource.driver.escape(table)}`,
  );
  const [, next] = /^\).* AUTO_INCREMENT=(\d+)/m.exec(row?.['Create Table'] ?? '') ?? [];
  return next === undefined ? 0 : Number(next) - 1;
}

/** Sets the next ids of empty tables. On a server this commits the current transaction. */
export async function setLastIds(manager: EntityManager, lastIds: LastIds): Promise<void> {
  for (const [table, id] of Object.entries(lastIds)) {
    if (isSqlite(manager.dataSource)) {
      await run(manager, 'DELETE FROM sqlite_sequence WHERE name = ?', [table]);
      await run(manager, 'INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [table, id]);
    } else {
      await run(manager, `ALTER TABLE ${manager.dataSource.driver.escape(table)} AUTO_INCREMENT = ${id + 1}`);
    }
  }
}

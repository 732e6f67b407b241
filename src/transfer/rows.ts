import { type EntityManager, type EntityMetadata } from 'typeorm';
import { isSqlite } from '../database/data-source.js';
import { query, queryLists, run, type Value } from '../database/sql/statements.js';
import { Table } from '../database/sql/table.js';
import { truncateToSeconds } from '../datetime/moment.js';
import { columnsOf, type Row } from './tables.js';

/** Number of rows of one statement, whose texts must fit into memory. */
const AT_ONCE = 500;

/**
 * Reads all rows of a table in the order of its key, in batches. The order is the same on every engine, since the texts
 * of keys have a binary collation or consist of the letters a to z.
 */
export async function* readRows(manager: EntityManager, metadata: EntityMetadata): AsyncGenerator<Row[]> {
  const table = gatewayOf(manager, metadata);
  const keys = metadata.primaryColumns;
  const names = keys.map(({ databaseName }) => `r.${manager.dataSource.driver.escape(databaseName)}`);
  const select = `SELECT ${table.columnsOf('r')} FROM ${table.name} r`;
  const order = `ORDER BY ${names.join(', ')} LIMIT ${AT_ONCE}`;
  // The first comparison only enables an index range, which MySQL does not derive from a comparison of rows.
  const after = `WHERE ${names[0]} >= ? AND (${names.join(', ')}) > (${names.map(() => '?').join(', ')})`;
  const times = metadata.columns.filter(({ type }) => type === 'datetime').map(({ propertyName }) => propertyName);
  for (let last: Row | undefined; ;) {
    const values = last && keys.map(({ propertyName }) => last![propertyName] as Value);
    const lists = values
      ? await queryLists(manager, `${select} ${after} ${order}`, [values[0], ...values])
      : await queryLists(manager, `${select} ${order}`);
    const rows = lists.map((list) => inSeconds(table.rowAt(list, 0)!, times));
    if (rows.length > 0) yield rows;
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1);
  }
}

/** Cuts off fractions of seconds, which SQLite stores and servers do not. */
function inSeconds(row: Record<string, unknown>, times: readonly string[]): Row {
  for (const property of times) {
    const time = row[property];
    if (time instanceof Date && time.getUTCMilliseconds() > 0) row[property] = truncateToSeconds(time);
  }
  return row;
}

/** The table with all its columns, also those that are not read by default. */
export function gatewayOf({ dataSource }: EntityManager, metadata: EntityMetadata): Table<Record<string, unknown>> {
  const properties = columnsOf(metadata).map(({ propertyName }) => propertyName);
  return new Table(dataSource, metadata.target as new () => Record<string, unknown>, properties);
}

export async function countRows(
  manager: EntityManager,
  tables: readonly EntityMetadata[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { tableName } of tables) {
    const [[count]] = (await queryLists(
      manager,
      `SELECT COUNT(*) FROM ${manager.dataSource.driver.escape(tableName)}`,
    )) as [[number]];
    counts[tableName] = count;
  }
  return counts;
}

export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

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

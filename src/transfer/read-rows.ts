import { type EntityManager, type EntityMetadata } from 'typeorm';
import { queryLists, type Value } from '../database/sql/statements.js';
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

import { type QueryRunner, Table, type TableColumnOptions, TableIndex, type TableOptions } from 'typeorm';
import { isSqlite, tableOptions } from '../../../database/data-source.js';

/**
 * Creates a table with its keys and indexes, unless it exists: MySQL commits each CREATE TABLE at once, so after an
 * interruption a migration starts again with some of its tables present.
 */
export async function createTable(runner: QueryRunner, options: TableOptions): Promise<void> {
  const engine = tableOptions(runner.dataSource).replace(' ENGINE=', '');
  await runner.createTable(new Table(engine === '' ? options : { ...options, engine }), true);
}

/**
 * Adds a column to a table, unless it exists. TypeORM is not used: on SQLite it copies the whole table and drops it,
 * and with it the rows that refer to it.
 */
export async function addColumn(runner: QueryRunner, table: string, column: TableColumnOptions): Promise<void> {
  if (await runner.hasColumn(table, column.name)) return;
  const type = column.length ? `${column.type}(${column.length})` : column.type;
  const parts = [
    type,
    column.unsigned && !isSqlite(runner.dataSource) && 'unsigned',
    column.charset !== undefined && `CHARACTER SET ${column.charset}`,
    column.collation !== undefined && `COLLATE ${column.collation}`,
    column.isNullable ? 'NULL' : 'NOT NULL',
    column.default !== undefined && `DEFAULT ${String(column.default)}`,
  ].filter(Boolean);
  await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column.name} ${parts.join(' ')}`);
}

/** Drops a column, if it exists. TypeORM is not used, as in `addColumn`. */
export async function dropColumn(runner: QueryRunner, table: string, column: string): Promise<void> {
  if (await runner.hasColumn(table, column)) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
}

/** Adds an index to an existing table, unless the index exists. */
export async function addIndex(
  runner: QueryRunner,
  table: string,
  name: string,
  columnNames: string[],
  isUnique = false,
): Promise<void> {
  const known = await runner.getTable(table);
  if (known?.indices.some((index) => index.name === name)) return;
  await runner.createIndex(table, new TableIndex({ name, columnNames, isUnique }));
}

/** Drops an index, if it exists. */
export async function dropIndex(runner: QueryRunner, table: string, name: string): Promise<void> {
  const known = await runner.getTable(table);
  if (known?.indices.some((index) => index.name === name)) await runner.dropIndex(table, name);
}

/** Replaces an index by one with other columns, or creates it. */
export async function replaceIndex(
  runner: QueryRunner,
  table: string,
  name: string,
  columnNames: string[],
): Promise<void> {
  await dropIndex(runner, table, name);
  await runner.createIndex(table, new TableIndex({ name, columnNames }));
}

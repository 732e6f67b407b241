import {
  type DataSource,
  type QueryRunner,
  Table,
  type TableColumnOptions,
  TableIndex,
  type TableOptions,
} from 'typeorm';

/** The options of CREATE TABLE: the same charset on every server, independent of its default. */
export function tableOptions({ options }: DataSource): string {
  return options.type === 'better-sqlite3' ? '' : ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
}

/**
 * Creates a table with its keys and indexes. A table that exists is left alone: MySQL commits each CREATE TABLE at
 * once, so that a migration which was interrupted starts again with some of its tables made.
 */
export async function createTable(runner: QueryRunner, options: TableOptions): Promise<void> {
  const engine = tableOptions(runner.dataSource).replace(' ENGINE=', '');
  await runner.createTable(new Table(engine === '' ? options : { ...options, engine }), true);
}

/**
 * Adds a column to a table; one that is there is left alone. Not by TypeORM, which on SQLite copies the whole table and
 * drops it, and with it what refers to it.
 */
export async function addColumn(runner: QueryRunner, table: string, column: TableColumnOptions): Promise<void> {
  if (await runner.hasColumn(table, column.name)) return;
  const isFile = runner.dataSource.options.type === 'better-sqlite3';
  const type = column.length ? `${column.type}(${column.length})` : column.type;
  const parts = [
    type,
    column.unsigned && !isFile && 'unsigned',
    column.charset !== undefined && `CHARACTER SET ${column.charset}`,
    column.collation !== undefined && `COLLATE ${column.collation}`,
    column.isNullable ? 'NULL' : 'NOT NULL',
    column.default !== undefined && `DEFAULT ${String(column.default)}`,
  ].filter(Boolean);
  await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column.name} ${parts.join(' ')}`);
}

/** Drops a column; one that is gone is left alone. Like `addColumn`, not by TypeORM. */
export async function dropColumn(runner: QueryRunner, table: string, column: string): Promise<void> {
  if (await runner.hasColumn(table, column)) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
}

/** Adds an index to a table that is there; one that is there already is left alone. */
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

/** Drops an index; one that is gone is left alone. */
export async function dropIndex(runner: QueryRunner, table: string, name: string): Promise<void> {
  const known = await runner.getTable(table);
  if (known?.indices.some((index) => index.name === name)) await runner.dropIndex(table, name);
}

/** Gives an index other columns, or makes it. */
export async function replaceIndex(
  runner: QueryRunner,
  table: string,
  name: string,
  columnNames: string[],
): Promise<void> {
  await dropIndex(runner, table, name);
  await runner.createIndex(table, new TableIndex({ name, columnNames }));
}

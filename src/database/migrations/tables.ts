import { type DataSource, type QueryRunner, Table, type TableOptions } from 'typeorm';

/** What stands behind CREATE TABLE (…): the same charset on every server, whatever its own default. */
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

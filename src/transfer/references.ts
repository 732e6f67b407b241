import { type EntityManager, type EntityMetadata } from 'typeorm';
import { queryLists } from '../database/sql/statements.js';
import { tablesOf } from './tables.js';
import { transferError } from './transfer-error.js';

/**
 * @param existingColumns the existing columns, by table: older versions may lack some
 * @throws {TransferError} if a foreign key refers to a row that does not exist
 */
export async function assertReferences(
  manager: EntityManager,
  existingColumns: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
  for (const metadata of tablesOf(manager.dataSource)) {
    const keys = metadata.foreignKeys.filter(({ columnNames }) =>
      existingColumns.get(metadata.tableName)?.has(columnNames[0]!),
    );
    for (const key of keys) await assertKey(manager, metadata, key);
  }
}

async function assertKey(
  manager: EntityManager,
  { tableName }: EntityMetadata,
  { columnNames, referencedColumnNames, referencedTablePath }: EntityMetadata['foreignKeys'][number],
): Promise<void> {
  const quoted = (name: string) => manager.dataSource.driver.escape(name);
  const [column, referenced] = [quoted(columnNames[0]!), quoted(referencedColumnNames[0]!)];
  const [row] = await queryLists(
    manager,
    `SELECT r.${column} FROM ${quoted(tableName)} r LEFT JOIN ${quoted(referencedTablePath)} to_row ` +
      `ON to_row.${referenced} = r.${column} WHERE r.${column} IS NOT NULL AND to_row.${referenced} IS NULL LIMIT 1`,
  );
  if (row)
    throw transferError('noReference', `${tableName}.${columnNames[0]}`, `${referencedTablePath} ${String(row[0])}`);
}

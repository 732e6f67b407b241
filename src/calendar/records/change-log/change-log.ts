import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { Database, UnitOfWork } from '../../../database/database.js';
import { isSqlite } from '../../../database/data-source.js';
import { chunks, idList, run, type SqlFragment, toPositional } from '../../../database/sql/statements.js';
import { truncateToSeconds } from '../../../lib/datetime/moment.js';
import { isPublicSql } from './public-changes.js';

/** Adds records that the current transaction has changed or deleted, which `ChangeLog` stores before the commit. */
export function logChanges(manager: EntityManager, entity: new () => object, ids: readonly number[]): void {
  if (!(manager instanceof UnitOfWork) || ids.length === 0) return;
  const known = manager.writtenRecords.get(entity) ?? new Set();
  manager.writtenRecords.set(entity, known);
  for (const id of ids) known.add(id);
}

/** Stores which records each transaction has changed, for `GET /changes` and webhooks. */
@Injectable()
export class ChangeLog implements OnModuleInit {
  private readonly listeners: ((unit: UnitOfWork) => Promise<void>)[] = [];

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    this.database.addCommitHook((unit) => this.store(unit));
  }

  /**
   * Adds a listener that each transaction with changes calls at its end, so that what it stores is committed with them.
   * `record_changes` does not have these changes then, so that `publicChanges` tells whether a record was public before.
   */
  addListener(listener: (unit: UnitOfWork) => Promise<void>): void {
    this.listeners.push(listener);
  }

  private async store(unit: UnitOfWork): Promise<void> {
    if (unit.writtenRecords.size === 0) return;
    for (const listener of this.listeners) await listener(unit);
    await storeChanges(unit);
  }
}

async function storeChanges(unit: UnitOfWork): Promise<void> {
  const selects = [...unit.writtenRecords].flatMap(([entity, ids]) =>
    chunks([...ids], MAX_IDS_PER_SELECT).flatMap((some) => selectsOf(unit, entity, some)),
  );
  for (const some of chunks(selects, MAX_SELECTS)) await insertChanges(unit, some, unit.counterSlot!);
}

const MAX_IDS_PER_SELECT = 10_000;

/** Maximum number of selects in one statement, which suffices for records of all resources. */
const MAX_SELECTS = 20;

/**
 * Stores a change of every record of these resources, for code that has written to their tables directly.
 * @param slot the row of counters that `countWrite` has used in the same transaction
 */
export async function logAllRecords(
  manager: EntityManager,
  entities: readonly (new () => object)[],
  slot: number,
): Promise<void> {
  for (const entity of entities) await insertChanges(manager, selectsOf(manager, entity), slot);
}

async function insertChanges(manager: EntityManager, selects: readonly SqlFragment[], slot: number): Promise<void> {
  const parameters: ObjectLiteral = { now: truncateToSeconds(new Date()), slot };
  for (const select of selects) Object.assign(parameters, select.parameters);
  const rows = selects.map(({ sql }) => sql).join(' UNION ALL ');
  const { sql, values } = toPositional({ sql: `${INSERT} ${rows} ${upsertClause(manager)}`, parameters });
  await run(manager, sql, values);
}

const INSERT =
  'INSERT INTO record_changes ' +
  '(kind, recordId, authorId, isPublic, seriesId, formerAuthorId, isGone, changedAt, slot, number, ' +
  'publicChangedAt, publicSlot, publicNumber)';

/** The row of counters of the transaction, with the time of the change. */
const COUNTER = '(SELECT :now AS changedAt, slot, writes FROM write_counters WHERE slot = :slot) counter';
const CHANGE = ['counter.changedAt', 'counter.slot', 'counter.writes'];

/** SELECTs of the rows to store, of existing and of deleted records. @param ids of the records; by default all */
function selectsOf(manager: EntityManager, entity: new () => object, ids?: readonly number[]): SqlFragment[] {
  const list = ids && idList(manager.dataSource.getMetadata(entity).tableName, ids);
  const idCondition = (id: string) => (list ? `${id} IN ${list.sql}` : 'TRUE');
  return [
    { sql: existingRowsSql(manager, entity, idCondition('record.id')), parameters: list?.parameters ?? {} },
    { sql: deletedRowsSql(manager, entity, idCondition('known.recordId')), parameters: list?.parameters ?? {} },
  ];
}

/** Rows of existing records, with the current date and the current number of the counter of the transaction. */
function existingRowsSql(manager: EntityManager, entity: new () => object, condition: string): string {
  const { tableName, columns } = manager.dataSource.getMetadata(entity);
  const has = (name: string) => columns.some(({ propertyName }) => propertyName === name);
  const shown = isPublicSql(manager, entity, 'record');
  const author = has('authorId') ? 'record.authorId' : 'NULL';
  const series = has('seriesId') ? 'record.seriesId' : 'NULL';
  const publicChange = CHANGE.map((value) => `CASE WHEN ${shown} = TRUE THEN ${value} END`);
  return (
    `SELECT '${tableName}', record.id, ${author}, ${shown}, ${series}, NULL, FALSE, ` +
    `${[...CHANGE, ...publicChange].join(', ')} FROM ${tableName} record CROSS JOIN ${COUNTER} WHERE ${condition}`
  );
}

/** Rows of records that no longer exist, derived from their former rows. */
function deletedRowsSql(manager: EntityManager, entity: new () => object, condition: string): string {
  const { tableName } = manager.dataSource.getMetadata(entity);
  return (
    'SELECT known.kind, known.recordId, known.authorId, FALSE, known.seriesId, known.formerAuthorId, TRUE, ' +
    `${CHANGE.join(', ')}, NULL, NULL, NULL FROM record_changes known CROSS JOIN ${COUNTER} ` +
    `WHERE known.kind = '${tableName}' AND ${condition} AND known.isGone = FALSE ` +
    `AND NOT EXISTS (SELECT 1 FROM ${tableName} record WHERE record.id = known.recordId)`
  );
}

/** The value of `formerAuthorId` if a record has had several former authors. */
export const SEVERAL_AUTHORS = 0;

/** The public change moves on if the record was public or is; the former author is stored when the author changes. */
function upsertClause({ dataSource }: EntityManager): string {
  const onSqlite = isSqlite(dataSource);
  const newValue = (name: string) => (onSqlite ? `excluded.${name}` : `VALUES(${name})`);
  const storedValue = (name: string) => `record_changes.${name}`;
  const former =
    `CASE WHEN ${storedValue('authorId')} = ${newValue('authorId')} OR ${newValue('authorId')} IS NULL THEN ${storedValue('formerAuthorId')} ` +
    `WHEN COALESCE(${storedValue('formerAuthorId')}, ${storedValue('authorId')}) = ${storedValue('authorId')} THEN ${storedValue('authorId')} ` +
    `ELSE ${SEVERAL_AUTHORS} END`;
  const ifPublic = (name: string, value: string) =>
    `${name} = CASE WHEN ${storedValue('isPublic')} OR ${newValue('isPublic')} THEN ${newValue(value)} ELSE ${storedValue(name)} END`;
  const sets = [
    // These must precede the author and `isPublic`, because MySQL assigns from left to right.
    `formerAuthorId = ${former}`,
    ifPublic('publicChangedAt', 'changedAt'),
    ifPublic('publicSlot', 'slot'),
    ifPublic('publicNumber', 'number'),
    ...['authorId', 'isPublic', 'seriesId', 'isGone', 'changedAt', 'slot', 'number'].map(
      (name) => `${name} = ${newValue(name)}`,
    ),
  ];
  return `${onSqlite ? 'ON CONFLICT (kind, recordId) DO UPDATE SET' : 'ON DUPLICATE KEY UPDATE'} ${sets.join(', ')}`;
}

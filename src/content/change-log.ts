import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database } from '../database/database.js';
import { isSqlite } from '../database/data-source.js';
import { chunks, run } from '../database/sql/statements.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { seconds } from '../datetime/moment.js';
import { type PublicChange, publicChanges, shownSql } from './public-changes.js';

/**
 * Collects the records that the current transaction changes or deletes. One statement at its end stores all of them in
 * `record_changes`.
 */
export function logChanges(manager: EntityManager, entity: new () => object, ids: readonly number[]): void {
  if (!(manager instanceof UnitOfWork) || ids.length === 0) return;
  const known = manager.writtenRecords.get(entity) ?? new Set();
  manager.writtenRecords.set(entity, known);
  for (const id of ids) known.add(id);
}

/** Stores messages about public changes in the same transaction. */
export interface ChangeFollower {
  /** Whether there is a listener for changes, such as an active webhook. */
  isNeeded(unit: UnitOfWork): Promise<boolean>;
  changed(unit: UnitOfWork, changes: readonly PublicChange[]): Promise<void>;
}

/** Stores which records each transaction has changed, for clients that follow the calendar. */
@Injectable()
export class ChangeLog implements OnModuleInit {
  private readonly followers: ChangeFollower[] = [];

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    this.database.onCommit((unit) => this.store(unit));
  }

  follow(follower: ChangeFollower): void {
    this.followers.push(follower);
  }

  private async store(unit: UnitOfWork): Promise<void> {
    if (unit.writtenRecords.size === 0) return;
    for (const follower of this.followers) {
      if (!(await follower.isNeeded(unit))) continue;
      // Read first: whether a record was public before is stored in its former row.
      const changes = await publicChanges(unit);
      if (changes.length > 0) await follower.changed(unit, changes);
    }
    await storeChanges(unit);
  }
}

async function storeChanges(unit: UnitOfWork): Promise<void> {
  const written = [...unit.writtenRecords].map(([entity, ids]) => ({ entity, lists: chunks([...ids], MAX_IDS) }));
  const statements = Math.max(0, ...written.map(({ lists }) => lists.length));
  for (let place = 0; place < statements; place += 1) {
    const selects = written.flatMap(({ entity, lists }) => {
      const ids = lists[place];
      return ids ? rowsOf(unit, entity, ids) : [];
    });
    await insertChanges(unit, selects, unit.counterSlot!);
  }
}

/** Number of records that one statement stores. */
const MAX_IDS = 10_000;

/**
 * Stores a change of every record of these resources, for code that has written to their tables directly.
 * @param slot the row of counters that `countWrite` has used in the same transaction
 */
export async function logAllRecords(
  manager: EntityManager,
  entities: readonly (new () => object)[],
  slot: number,
): Promise<void> {
  for (const entity of entities) await insertChanges(manager, rowsOf(manager, entity), slot);
}

async function insertChanges(manager: EntityManager, selects: readonly string[], slot: number): Promise<void> {
  const now = seconds(new Date());
  const values = selects.flatMap(() => [now, slot]);
  await run(manager, `${INSERT} ${selects.join(' UNION ALL ')} ${onConflict(manager)}`, values);
}

const INSERT =
  'INSERT INTO record_changes ' +
  '(kind, recordId, authorId, isPublic, seriesId, formerAuthorId, isGone, changedAt, slot, number, ' +
  'publicChangedAt, publicSlot, publicNumber)';

/** The row of counters of the transaction, with the time of the change. */
const COUNTER = '(SELECT ? AS changedAt, slot, writes FROM write_counters WHERE slot = ?) counter';
const CHANGE = ['counter.changedAt', 'counter.slot', 'counter.writes'];

/**
 * SELECT statements for the rows to store: of existing records, and of deleted ones.
 * @param ids of the records; all records if it is omitted
 */
function rowsOf(manager: EntityManager, entity: new () => object, ids?: readonly number[]): string[] {
  const among = (id: string) => (ids ? `${id} IN (${ids.join()})` : 'TRUE');
  return [existing(manager, entity, among('record.id')), deleted(manager, entity, among('known.recordId'))];
}

/** Rows of existing records, with the current date and the current number of the counter of the transaction. */
function existing(manager: EntityManager, entity: new () => object, condition: string): string {
  const { tableName, columns } = manager.dataSource.getMetadata(entity);
  const has = (name: string) => columns.some(({ propertyName }) => propertyName === name);
  const shown = shownSql(manager, entity, 'record');
  const author = has('authorId') ? 'record.authorId' : 'NULL';
  const series = has('seriesId') ? 'record.seriesId' : 'NULL';
  const publicChange = CHANGE.map((value) => `CASE WHEN ${shown} = TRUE THEN ${value} END`);
  return (
    `SELECT '${tableName}', record.id, ${author}, ${shown}, ${series}, NULL, FALSE, ` +
    `${[...CHANGE, ...publicChange].join(', ')} FROM ${tableName} record CROSS JOIN ${COUNTER} WHERE ${condition}`
  );
}

/** Rows of records that no longer exist, derived from their former rows. */
function deleted(manager: EntityManager, entity: new () => object, condition: string): string {
  const { tableName } = manager.dataSource.getMetadata(entity);
  return (
    'SELECT known.kind, known.recordId, known.authorId, FALSE, known.seriesId, known.formerAuthorId, TRUE, ' +
    `${CHANGE.join(', ')}, NULL, NULL, NULL FROM record_changes known CROSS JOIN ${COUNTER} ` +
    `WHERE known.kind = '${tableName}' AND ${condition} AND known.isGone = FALSE ` +
    `AND NOT EXISTS (SELECT 1 FROM ${tableName} record WHERE record.id = known.recordId)`
  );
}

/** The former author, if several authors followed each other. */
export const SEVERAL_AUTHORS = 0;

/** The public change moves on if the record was public or is; the former author is stored when the author changes. */
function onConflict({ dataSource }: EntityManager): string {
  const onSqlite = isSqlite(dataSource);
  const given = (name: string) => (onSqlite ? `excluded.${name}` : `VALUES(${name})`);
  const was = (name: string) => `record_changes.${name}`;
  const former =
    `CASE WHEN ${was('authorId')} = ${given('authorId')} OR ${given('authorId')} IS NULL THEN ${was('formerAuthorId')} ` +
    `WHEN COALESCE(${was('formerAuthorId')}, ${was('authorId')}) = ${was('authorId')} THEN ${was('authorId')} ` +
    `ELSE ${SEVERAL_AUTHORS} END`;
  const ifPublic = (name: string, value: string) =>
    `${name} = CASE WHEN ${was('isPublic')} OR ${given('isPublic')} THEN ${given(value)} ELSE ${was(name)} END`;
  const sets = [
    // These must precede the author and `isPublic`, because MySQL assigns from left to right.
    `formerAuthorId = ${former}`,
    ifPublic('publicChangedAt', 'changedAt'),
    ifPublic('publicSlot', 'slot'),
    ifPublic('publicNumber', 'number'),
    ...['authorId', 'isPublic', 'seriesId', 'isGone', 'changedAt', 'slot', 'number'].map(
      (name) => `${name} = ${given(name)}`,
    ),
  ];
  return `${onSqlite ? 'ON CONFLICT (kind, recordId) DO UPDATE SET' : 'ON DUPLICATE KEY UPDATE'} ${sets.join(', ')}`;
}

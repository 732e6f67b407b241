import { type DataSource, type EntityManager, type EntityMetadata } from 'typeorm';
import { type ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { Account, AccountToken, ApplicationKey, SignInAddress, SignInCode } from '../../http/auth/account.entity.js';
import { Mail } from '../../http/mail/mail.entity.js';
import { CalendarIdentity } from '../../calendar/records/identity/calendar-identity.entity.js';
import { isSqlite } from '../../database/data-source.js';
import { query, queryLists, run, type Value } from '../../database/sql/statements.js';
import { Table } from '../../database/sql/table.js';
import { WriteCounter } from '../../database/write-counter.entity.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { Event } from '../../calendar/events/event.entity.js';
import { EventWord } from '../../calendar/events/words/event-word.entity.js';
import { SearchWord } from '../../calendar/events/words/search-word.entity.js';
import { SearchWordEnding } from '../../calendar/events/words/search-word-ending.entity.js';
import { WordUpkeepState } from '../../calendar/events/words/word-upkeep.entity.js';
import { IdempotentRequest } from '../../http/idempotency/idempotent-request.entity.js';
import { Submission } from '../../outlets/submissions/submission.entity.js';
import { WebhookDelivery, Webhook } from '../../outlets/webhooks/webhook.entity.js';

/** A row by the properties of its entity. */
export type Row = Readonly<Record<string, unknown>>;

/** Numbers of rows by table. */
export type RowCounts = Readonly<Record<string, number>>;

/** The last generated id of each table, also that of deleted rows, because ids must never be used again. */
export type LastIds = Readonly<Record<string, number>>;

/** Entities that an export leaves out, with the reason. A copy carries them. All others are exported. */
export const NOT_EXPORTED: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [ApplicationKey, 'A key is a secret. New keys are created after an import.'],
  [AccountToken, 'It is a link that works once.'],
  [Mail, 'It is sent by the calendar that it belongs to.'],
  [SignInCode, 'It works for a minute.'],
  [SignInAddress, 'It tells from where somebody works, and is of no use without the password.'],
  [Webhook, 'Its messages are signed with a secret, and a restored calendar should send none by itself.'],
  [WebhookDelivery, 'It belongs to a webhook.'],
  [Submission, 'It tells who has sent an event, unless --with-contacts asks for it.'],
  [EventWord, 'It is made from the texts after an import.'],
  [SearchWord, 'It is made from the texts after an import.'],
  [SearchWordEnding, 'It is made from the texts after an import.'],
  [WordUpkeepState, 'It belongs to the index of words.'],
  [IdempotentRequest, 'It holds responses for some hours, with what the key of their caller may read.'],
]);

/** Entities that an export has where it is asked for them, and that a file may therefore have. */
export const ON_REQUEST: readonly unknown[] = [Submission];

/** Entities that a copy leaves out as well. */
export const NOT_COPIED: readonly unknown[] = [AccountToken, Mail, SignInCode];

/** No password has this hash: a protected event stays locked until an editor sets a new password. */
export const LOCKED = 'locked';

/** Columns with secrets, and the value that replaces each in an export. NULL stays NULL. A copy has the secrets. */
export const SECRETS: ReadonlyMap<unknown, Readonly<Record<string, string | null>>> = new Map<
  unknown,
  Readonly<Record<string, string | null>>
>([
  [Event, { passwordHash: LOCKED }],
  // Personal data. People get an invitation to the new calendar.
  [Account, { email: null, passwordHash: null, identityHash: null }],
  // A reader of the file could sign tokens of `/changes` with it. The new calendar makes a secret of its own.
  [CalendarIdentity, { tokenSecret: null }],
]);

/** Entities whose rows migrations insert. A load replaces these rows. */
export const MADE_BY_MIGRATIONS: readonly (new () => object)[] = [CalendarIdentity, WriteCounter];

/** Number of rows of one statement, whose texts must fit into memory. */
export const AT_ONCE = 500;

/** All tables of the service, sorted by name, so that the order depends neither on extensions nor on the engine. */
export function tablesOf(source: DataSource): EntityMetadata[] {
  return source.entityMetadatas.toSorted((one, other) => (one.tableName < other.tableName ? -1 : 1));
}

/** Tables that an export may have in addition, or lack. */
export interface ExportChoice {
  readonly leftOut?: readonly unknown[];
  readonly added?: readonly unknown[];
}

export function exportedTables(source: DataSource, { leftOut = [], added = [] }: ExportChoice = {}): EntityMetadata[] {
  const isExported = (target: unknown) => added.includes(target) || !NOT_EXPORTED.has(target);
  return tablesOf(source).filter(({ target }) => isExported(target) && !leftOut.includes(target));
}

export function copiedTables(source: DataSource): EntityMetadata[] {
  return tablesOf(source).filter(({ target }) => !NOT_COPIED.includes(target));
}

/** The columns that the gateway reads and writes. */
export function columnsOf({ columns }: EntityMetadata): ColumnMetadata[] {
  return columns.filter(({ isVirtual }) => !isVirtual);
}

/** The table with all its columns, also those that are not read by default. */
export function gatewayOf({ dataSource }: EntityManager, metadata: EntityMetadata): Table<Record<string, unknown>> {
  const properties = columnsOf(metadata).map(({ propertyName }) => propertyName);
  return new Table(dataSource, metadata.target as new () => Record<string, unknown>, properties);
}

/**
 * Reads all rows of a table in the order of its key, in batches. The order is the same on every engine, since texts of
 * keys have a binary collation or consist of the letters a to z.
 */
export async function* readRows(manager: EntityManager, metadata: EntityMetadata): AsyncGenerator<Row[]> {
  const table = gatewayOf(manager, metadata);
  const keys = metadata.primaryColumns;
  const names = keys.map(({ databaseName }) => `r.${manager.dataSource.driver.escape(databaseName)}`);
  const select = `SELECT ${table.columnsOf('r')} FROM ${table.name} r`;
  const order = `ORDER BY ${names.join(', ')} LIMIT ${AT_ONCE}`;
  // The first comparison only enables an index range, which MySQL does not derive from a comparison of rows.
  const after = `WHERE ${names[0]} >= ? AND (${names.join(', ')}) > (${names.map(() => '?').join(', ')})`;
  for (let last: Row | undefined; ;) {
    const values = last && keys.map(({ propertyName }) => last![propertyName] as Value);
    const lists = values
      ? await queryLists(manager, `${select} ${after} ${order}`, [values[0], ...values])
      : await queryLists(manager, `${select} ${order}`);
    const rows = lists.map((list) => inSeconds(table.rowAt(list, 0)!));
    if (rows.length > 0) yield rows;
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1);
  }
}

/** Cuts off fractions of seconds, which SQLite stores and servers do not. */
function inSeconds(row: Record<string, unknown>): Row {
  for (const [property, value] of Object.entries(row))
    if (value instanceof Date && value.getUTCMilliseconds() > 0) row[property] = truncateToSeconds(value);
  return row;
}

export async function countRows(manager: EntityManager, tables: readonly EntityMetadata[]) {
  const counts: Record<string, number> = {};
  for (const { tableName } of tables) {
    const sql = `SELECT COUNT(*) FROM ${manager.dataSource.driver.escape(tableName)}`;
    const [[count]] = (await queryLists(manager, sql)) as [[number]];
    counts[tableName] = count;
  }
  return counts;
}

export function sumOf(counts: RowCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

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
  const sql = `SHOW CREATE TABLE ${manager.dataSource.driver.escape(table)}`;
  const [row] = await query<Record<string, string>>(manager, sql);
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

import { type DataSource, type EntityMetadata } from 'typeorm';
import { type ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { ApplicationKey } from '../auth/account.entity.js';
import { CalendarIdentity } from '../content/calendar-identity.entity.js';
import { WriteCounter } from '../database/write-counter.entity.js';
import { Event } from '../events/event.entity.js';
import { IdempotentRequest } from '../http/idempotency/idempotent-request.entity.js';
import { WebhookDelivery, Webhook } from '../webhooks/webhook.entity.js';

/** A row by the properties of its entity. */
export type Row = Readonly<Record<string, unknown>>;

/** Numbers of rows by table. */
export type RowCounts = Readonly<Record<string, number>>;

/** Entities that an export leaves out, with the reason. A copy carries them. All others are exported. */
export const NOT_EXPORTED: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [ApplicationKey, 'A key is a secret. New keys are created after an import.'],
  [Webhook, 'Its messages are signed with a secret, and a restored calendar should send none by itself.'],
  [WebhookDelivery, 'It belongs to a webhook.'],
  [IdempotentRequest, 'It holds responses for some hours, with what the key of their caller may read.'],
]);

/** No password has this hash: a protected event stays locked until an editor sets a new password. */
export const LOCKED = 'locked';

/**
 * Columns with secrets, and the value that replaces each in an export. NULL stays NULL. A copy includes the secrets.
 */
export const SECRETS: ReadonlyMap<unknown, Readonly<Record<string, string>>> = new Map([
  [Event, { passwordHash: LOCKED }],
]);

/** Entities whose rows migrations insert. A load replaces these rows. */
export const MADE_BY_MIGRATIONS: readonly (new () => object)[] = [CalendarIdentity, WriteCounter];

/** All tables of the service, sorted by name, so that the order depends neither on extensions nor on the engine. */
export function tablesOf(source: DataSource): EntityMetadata[] {
  return source.entityMetadatas.toSorted((one, other) => (one.tableName < other.tableName ? -1 : 1));
}

export function exportedTables(source: DataSource): EntityMetadata[] {
  return tablesOf(source).filter(({ target }) => !NOT_EXPORTED.has(target));
}

/** The columns that the gateway reads and writes. */
export function columnsOf({ columns }: EntityMetadata): ColumnMetadata[] {
  return columns.filter(({ isVirtual }) => !isVirtual);
}

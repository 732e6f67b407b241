import { Account, ApplicationKey } from './auth/account.entity.js';
import { type Schema } from './database/data-source.js';
import { migrations } from './migrations/migrations.js';
import { WriteCounter } from './database/write-counter.entity.js';
import { extensions } from './extensions/extensions.js';
import { CalendarIdentity } from './content/calendar-identity.entity.js';
import { resources } from './resources.js';
import { RecordChange } from './content/record-change.entity.js';
import { ImportedRecord } from './content/imported-record.entity.js';
import { Image } from './content/images/image.entity.js';
import { Webhook, WebhookDelivery } from './webhooks/webhook.entity.js';
import { FormerSlug } from './content/translations/former-slug.entity.js';
import { IdempotentRequest } from './http/idempotency/idempotent-request.entity.js';

const coreSchema: Schema = {
  entities: [
    ...[Account, ApplicationKey, IdempotentRequest, WriteCounter, Image, RecordChange, FormerSlug, ImportedRecord],
    ...[Webhook, WebhookDelivery, CalendarIdentity],
  ],
  migrations,
};

const parts = [
  coreSchema,
  ...resources.map(({ schema }) => schema),
  ...extensions.flatMap(({ schema }) => schema ?? []),
];

/** The tables and migrations of the service, for the service, the command line and the tests. */
export const schema: Schema = {
  entities: parts.flatMap(({ entities }) => entities),
  migrations: parts.flatMap(({ migrations }) => migrations),
};

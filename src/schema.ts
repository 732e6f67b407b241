import { Account, AccountToken, ApplicationKey, SignInAddress, SignInCode } from './http/auth/account.entity.js';
import { Mail } from './http/mail/mail.entity.js';
import { type Schema } from './database/data-source.js';
import { migrations } from './calendar/migrations/migrations.js';
import { WriteCounter } from './database/write-counter.entity.js';
import { extensions } from './extensions/extensions.js';
import { CalendarIdentity } from './calendar/records/identity/calendar-identity.entity.js';
import { resources } from './calendar/resources.js';
import { RecordChange } from './calendar/records/change-log/record-change.entity.js';
import { ImportedRecord } from './calendar/records/identity/imported-record.entity.js';
import { Image } from './calendar/records/images/image.entity.js';
import { ImageUpload } from './calendar/records/images/image-upload.entity.js';
import { Revision } from './calendar/records/revisions/revision.entity.js';
import { Submission } from './outlets/submissions/submission.entity.js';
import { Webhook, WebhookDelivery } from './outlets/webhooks/webhook.entity.js';
import { FormerName } from './calendar/records/translations/former-name.entity.js';
import { FormerSlug } from './calendar/records/translations/former-slug.entity.js';
import { IdempotentRequest } from './http/idempotency/idempotent-request.entity.js';

const coreSchema: Schema = {
  entities: [
    ...[
      Account,
      ApplicationKey,
      AccountToken,
      SignInAddress,
      SignInCode,
      Mail,
      IdempotentRequest,
      WriteCounter,
      Image,
      ImageUpload,
      RecordChange,
      FormerSlug,
      FormerName,
      ImportedRecord,
      Revision,
    ],
    ...[Webhook, WebhookDelivery, Submission, CalendarIdentity],
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

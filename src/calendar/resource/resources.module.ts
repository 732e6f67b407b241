import { AccountNames } from '../../http/auth/account-names.js';
import { Global, Module } from '@nestjs/common';
import { ChangeLog } from '../records/change-log/change-log.js';
import { Identity } from '../records/identity/identity.js';
import { Publisher } from '../records/publication/publisher.js';
import { ResponseFields } from '../records/reading/response-fields.js';
import { Transactions } from '../../http/idempotency/transactions.js';
import { MailQueueModule } from '../../http/mail/mail-queue.js';
import { ResponseModule } from '../../http/response/response-cache.js';
import { QueryRules, RequestValidationPipe } from '../../http/validation/request-validation.pipe.js';
import { ReviewDecisions } from './review-decisions.js';
import { RevisionLog } from './revision-log.js';
import { RecordDetails } from './record-details.js';
import { RelatedRecordCache } from './related-record-cache.js';
import { QueryChecks } from './query-checks.js';
import { CopiesService } from './copies.service.js';
import { ResourceServices } from './resource-services.js';
import { RevisionsService } from './revisions.service.js';

const providers = [
  ...[AccountNames, ChangeLog, Identity, Publisher, Transactions],
  ...[
    ReviewDecisions,
    RevisionLog,
    RevisionsService,
    CopiesService,
    ResourceServices,
    RecordDetails,
    RelatedRecordCache,
    ResponseFields,
  ],
  RequestValidationPipe,
];

@Global()
@Module({
  imports: [ResponseModule, MailQueueModule],
  providers: [...providers, { provide: QueryRules, useClass: QueryChecks }],
  exports: [...providers, QueryRules],
})
export class ResourcesModule {}

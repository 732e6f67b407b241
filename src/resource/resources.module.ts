import { Global, Module } from '@nestjs/common';
import { ChangeLog } from '../content/change-log.js';
import { Identity } from '../content/identity.js';
import { Publisher } from '../content/publisher.js';
import { ResponseFields } from '../content/response-fields.js';
import { Transactions } from '../http/idempotency/transactions.js';
import { ResponseModule } from '../http/response/response-cache.js';
import { QueryRules } from '../validation/request-validation.pipe.js';
import { LinkedRecordCache } from './linked-record-cache.js';
import { QueryChecks } from './query-checks.js';
import { LinkResolvers, ListPresenters } from './registries.js';

const providers = [
  ...[ChangeLog, Identity, Publisher, Transactions],
  ...[LinkResolvers, LinkedRecordCache, ListPresenters, ResponseFields],
];

@Global()
@Module({
  imports: [ResponseModule],
  providers: [...providers, { provide: QueryRules, useClass: QueryChecks }],
  exports: [...providers, QueryRules],
})
export class ResourcesModule {}

import { Global, Module } from '@nestjs/common';
import { ResponseFields } from '../content/response-fields.js';
import { ResponseModule } from '../http/response/response.module.js';
import { QueryRules } from '../validation/request-validation.pipe.js';
import { LinkedRecordCache } from './linked-record-cache.js';
import { QueryChecks } from '../content/record.query.js';
import { LinkResolvers, ListPresenters } from './registries.js';

@Global()
@Module({
  imports: [ResponseModule],
  providers: [
    LinkResolvers,
    LinkedRecordCache,
    ListPresenters,
    ResponseFields,
    { provide: QueryRules, useClass: QueryChecks },
  ],
  exports: [LinkResolvers, LinkedRecordCache, ListPresenters, ResponseFields, QueryRules],
})
export class ResourcesModule {}

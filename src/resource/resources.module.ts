import { Global, Module } from '@nestjs/common';
import { ResponseModule } from '../http/response/response.module.js';
import { ResponseFields } from '../content/response-fields.js';
import { LinkResolvers } from './link-resolvers.js';
import { LinkedRecordCache } from './linked-record-cache.js';
import { ListPresenters } from './list-presenters.js';

const providers = [LinkResolvers, LinkedRecordCache, ListPresenters, ResponseFields];

@Global()
@Module({ imports: [ResponseModule], providers, exports: providers })
export class ResourcesModule {}

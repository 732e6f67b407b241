import { Global, Module } from '@nestjs/common';
import { ResponseModule } from '../http/response/response.module.js';
import { ResponseFields } from '../content/response-fields.js';
import { LinkTargets } from './link-targets.js';
import { LinkedRecordCache } from './linked-record-cache.js';
import { RecordLists } from './record-lists.js';

const providers = [LinkTargets, LinkedRecordCache, RecordLists, ResponseFields];

@Global()
@Module({ imports: [ResponseModule], providers, exports: providers })
export class ResourcesModule {}

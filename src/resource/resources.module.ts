import { Global, Module } from '@nestjs/common';
import { AnswersModule } from '../http/response/answers.module.js';
import { LinkTargets } from './link-targets.js';
import { Resources } from './resources.js';
import { SharedRecords } from './shared-records.js';

const providers = [Resources, LinkTargets, SharedRecords];

@Global()
@Module({ imports: [AnswersModule], providers, exports: providers })
export class ResourcesModule {}

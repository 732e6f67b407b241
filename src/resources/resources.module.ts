import { Global, Module } from '@nestjs/common';
import { AnswersModule } from '../answers/answers.module.js';
import { LinkTargets } from './link-targets.js';
import { Resources } from './resources.js';
import { LinkedRecordLoader } from './linked-record-loader.js';

const providers = [Resources, LinkTargets, LinkedRecordLoader];

@Global()
@Module({ imports: [AnswersModule], providers, exports: providers })
export class ResourcesModule {}

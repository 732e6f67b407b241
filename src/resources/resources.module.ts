import { Global, Module } from '@nestjs/common';
import { CacheModule } from '../answers/answers.module.js';
import { LinkTargets } from './link-targets.js';
import { Resources } from './resources.js';
import { SharedRecords } from './shared-records.js';

const providers = [Resources, LinkTargets, SharedRecords];

@Global()
@Module({ imports: [CacheModule], providers, exports: providers })
export class ResourcesModule {}

import { Global, Module } from '@nestjs/common';
import { ResponseModule } from '../http/response/response.module.js';
import { LinkTargets } from './link-targets.js';
import { Resources } from './resources.js';
import { SharedRecords } from './shared-records.js';

const providers = [Resources, LinkTargets, SharedRecords];

@Global()
@Module({ imports: [ResponseModule], providers, exports: providers })
export class ResourcesModule {}

import { Global, Module } from '@nestjs/common';
import { SharedCounts } from './shared-counts.js';
import { Siblings } from './siblings.js';

@Global()
@Module({ providers: [Siblings, SharedCounts], exports: [Siblings, SharedCounts] })
export class SiblingsModule {}

import { Global, Module } from '@nestjs/common';
import { Site } from './site.js';

@Global()
@Module({ providers: [Site], exports: [Site] })
export class SiteModule {}

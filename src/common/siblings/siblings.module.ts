import { Global, Module } from '@nestjs/common';
import { Siblings } from './siblings.js';

@Global()
@Module({ providers: [Siblings], exports: [Siblings] })
export class SiblingsModule {}

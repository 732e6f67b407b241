import { Global, Module } from '@nestjs/common';
import { Answering } from './answering.js';
import { Answers } from './answers.js';
import { Lifetime } from './lifetime.js';

const providers = [Answers, Answering, Lifetime];

/** What is kept in memory of finished answers, and how long it holds. */
@Global()
@Module({ providers, exports: providers })
export class CacheModule {}

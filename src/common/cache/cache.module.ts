import { Global, Module } from '@nestjs/common';
import { Answers } from './answers.js';
import { DataVersion } from './data-version.js';
import { Lifetime } from './lifetime.js';
import { Memory } from './memory.js';

/** What is kept in memory of finished answers and records, and how long it holds. */
@Global()
@Module({ providers: [Memory, DataVersion, Answers, Lifetime], exports: [Memory, DataVersion, Answers, Lifetime] })
export class CacheModule {}

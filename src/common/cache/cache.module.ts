import { Global, Module } from '@nestjs/common';
import { SiblingsModule } from '../siblings/siblings.module.js';
import { Answers } from './answers.js';
import { DataVersion } from './data-version.js';
import { FinishedRecords } from './finished-records.js';
import { Lifetime } from './lifetime.js';
import { Memory } from './memory.js';

const providers = [Memory, DataVersion, Answers, FinishedRecords, Lifetime];

/** What is kept in memory of finished answers and records, and how long it holds. */
@Global()
@Module({ imports: [SiblingsModule], providers, exports: providers })
export class CacheModule {}

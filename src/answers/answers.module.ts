import { Global, Module } from '@nestjs/common';
import { AnswerWriter } from './answer-writer.js';
import { AnswerCache } from './answer-cache.js';
import { Lifetime } from './lifetime.js';

const providers = [AnswerCache, AnswerWriter, Lifetime];

/** What is kept in memory of finished answers, and how long it holds. */
@Global()
@Module({ providers, exports: providers })
export class AnswersModule {}

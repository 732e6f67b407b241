import { Global, Module } from '@nestjs/common';
import { Lifetime } from './lifetime.js';
import { ResponseCache } from './response-cache.js';

const providers = [ResponseCache, Lifetime];

/** The response cache, and how long responses may be cached by others. */
@Global()
@Module({ providers, exports: providers })
export class AnswersModule {}

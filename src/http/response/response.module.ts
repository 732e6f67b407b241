import { Global, Module } from '@nestjs/common';
import { CacheControl, NextPublication, ResponseCache } from './response-cache.js';

const providers = [ResponseCache, CacheControl, NextPublication];

/** Provides the response cache and the Cache-Control headers. */
@Global()
@Module({ providers, exports: providers })
export class ResponseModule {}

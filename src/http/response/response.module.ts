import { Global, Module } from '@nestjs/common';
import { Lifetime } from './lifetime.js';
import { NextPublication } from './next-publication.js';
import { ResponseCache } from './response-cache.js';

const providers = [ResponseCache, Lifetime, NextPublication];

/** The response cache, and how long responses may be cached by others. */
@Global()
@Module({ providers, exports: providers })
export class ResponseModule {}

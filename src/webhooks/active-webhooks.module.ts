import { Module } from '@nestjs/common';
import { ActiveWebhooks } from './active-webhooks.js';

@Module({ providers: [ActiveWebhooks], exports: [ActiveWebhooks] })
export class ActiveWebhooksModule {}

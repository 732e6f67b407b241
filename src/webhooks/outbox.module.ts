import { Module } from '@nestjs/common';
import { RecordsModule } from '../content/records.module.js';
import { ActiveWebhooks } from './active-webhooks.js';
import { Outbox } from './outbox.js';

/** For every process that writes records. Only the service delivers. */
@Module({ imports: [RecordsModule], providers: [ActiveWebhooks, Outbox], exports: [ActiveWebhooks, Outbox] })
export class OutboxModule {}

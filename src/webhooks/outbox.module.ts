import { Module } from '@nestjs/common';
import { RecordsModule } from '../content/records.module.js';
import { ActiveWebhooksModule } from './active-webhooks.module.js';
import { Outbox } from './outbox.js';

/** For every process that writes records. Only the service delivers. */
@Module({ imports: [RecordsModule, ActiveWebhooksModule], providers: [Outbox], exports: [Outbox] })
export class OutboxModule {}

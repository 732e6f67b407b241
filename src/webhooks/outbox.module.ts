import { Module } from '@nestjs/common';
import { RecordsModule } from '../content/records.module.js';
import { ActiveWebhooksModule } from './active-webhooks.module.js';
import { Outbox } from './outbox.js';

/** For all processes that write records. Only the service delivers messages. */
@Module({ imports: [RecordsModule, ActiveWebhooksModule], providers: [Outbox], exports: [Outbox] })
export class OutboxModule {}

import { Module } from '@nestjs/common';
import { RecordsModule } from '../content/records.module.js';
import { Outbox } from './outbox.js';
import { WebhookAdministrationModule } from './webhook-administration.module.js';

/** For all processes that write records. Only the service delivers messages. */
@Module({ imports: [RecordsModule, WebhookAdministrationModule], providers: [Outbox], exports: [Outbox] })
export class OutboxModule {}

import { Module } from '@nestjs/common';
import { DeliveryCleanup } from './delivery-cleanup.js';
import { Dispatcher } from './dispatcher.js';
import { OutboxModule } from './outbox.module.js';
import { WebhookAdministrationModule } from './webhook-administration.module.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [WebhookAdministrationModule, OutboxModule],
  controllers: [WebhooksController],
  providers: [WebhooksService, Dispatcher, DeliveryCleanup],
  exports: [Dispatcher],
})
export class WebhooksModule {}

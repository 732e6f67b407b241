import { Module } from '@nestjs/common';
import { RecordsModule } from '../content/records.module.js';
import { SiteModule } from '../site/site.js';
import { ActiveWebhooks } from './active-webhooks.js';
import { DeliveryCleanup } from './delivery-cleanup.js';
import { Dispatcher } from './dispatcher.js';
import { Outbox } from './outbox.js';
import { ReceiverAddress } from './receiver-address.js';
import { Sender } from './sender.js';
import { WebhookStore } from './webhook-store.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

/** Commands import it too, since what they write is announced. Only the service sends messages. */
@Module({
  imports: [SiteModule, RecordsModule],
  controllers: [WebhooksController],
  providers: [
    ...[WebhooksService, WebhookStore, ActiveWebhooks, Outbox],
    ...[Dispatcher, DeliveryCleanup, Sender, ReceiverAddress],
  ],
  exports: [ActiveWebhooks, Dispatcher, Outbox, WebhookStore],
})
export class WebhooksModule {}

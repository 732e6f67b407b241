import { Module } from '@nestjs/common';
import { ResourcesModule } from '../../calendar/resource/resources.module.js';
import { SiteModule } from '../../http/urls/site.js';
import { ActiveWebhooks } from './active-webhooks.js';
import { DeliveryCleanup } from './delivery-cleanup.js';
import { Dispatcher } from './dispatcher.js';
import { Outbox } from './outbox.js';
import { ReceiverAddress } from './receiver-address.js';
import { Sender } from './sender.js';
import { WebhookStore } from './webhook-store.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

/** Commands import it too: `Outbox` stores messages about what they write. Only the service sends them. */
@Module({
  imports: [SiteModule, ResourcesModule],
  controllers: [WebhooksController],
  providers: [
    ...[WebhooksService, WebhookStore, ActiveWebhooks, Outbox],
    ...[Dispatcher, DeliveryCleanup, Sender, ReceiverAddress],
  ],
  exports: [ActiveWebhooks, Dispatcher, Outbox, WebhookStore],
})
export class WebhooksModule {}

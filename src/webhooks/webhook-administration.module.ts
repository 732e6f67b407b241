import { Module } from '@nestjs/common';
import { ActiveWebhooksModule } from './active-webhooks.module.js';
import { SiteModule } from '../site/site.module.js';
import { ReceiverAddress } from './receiver-address.js';
import { Sender } from './sender.js';
import { WebhookStore } from './webhook-store.js';
import { WebhookTest } from './webhook-test.js';

/** The providers with which the service and the command line manage webhooks. */
@Module({
  imports: [SiteModule, ActiveWebhooksModule],
  providers: [ReceiverAddress, Sender, WebhookStore, WebhookTest],
  exports: [ActiveWebhooksModule, Sender, WebhookStore, WebhookTest],
})
export class WebhookAdministrationModule {}

import { Module } from '@nestjs/common';
import { ActiveWebhooksModule } from './active-webhooks.module.js';
import { SiteModule } from '../site/site.module.js';
import { ReceiverAddress } from './receiver-address.js';
import { Sender } from './sender.js';
import { WebhookStore } from './webhook-store.js';
import { WebhookTester } from './webhook-tester.js';

/** The providers with which the service and the command line manage webhooks. */
@Module({
  imports: [SiteModule, ActiveWebhooksModule],
  providers: [ReceiverAddress, Sender, WebhookStore, WebhookTester],
  exports: [ActiveWebhooksModule, Sender, WebhookStore, WebhookTester],
})
export class WebhookAdministrationModule {}

import { Module } from '@nestjs/common';
import { SiteModule } from '../site/site.module.js';
import { ActiveWebhooks } from './active-webhooks.js';
import { ReceiverAddress } from './receiver-address.js';
import { Sender } from './sender.js';
import { WebhookStore } from './webhook-store.js';

/** The providers with which the service and the command line manage webhooks. */
@Module({
  imports: [SiteModule],
  providers: [ActiveWebhooks, ReceiverAddress, Sender, WebhookStore],
  exports: [ActiveWebhooks, Sender, WebhookStore],
})
export class WebhookAdministrationModule {}

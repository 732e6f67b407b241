import { Module } from '@nestjs/common';
import { AccountsModule } from '../auth/accounts.module.js';
import { RecordsModule } from '../content/records.module.js';
import { EventsModule } from '../events/events.module.js';
import { ResourcesModule } from '../resource/resources.module.js';
import { SiteModule } from '../site/site.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';

/** The services that write the sample. */
@Module({
  imports: [SiteModule, RecordsModule, ResourcesModule, AccountsModule, EventsModule, WebhooksModule],
})
export class SampleModule {}

import { Module } from '@nestjs/common';
import { AccountsModule } from '../auth/accounts.module.js';
import { CategoriesModule } from '../categories/categories.module.js';
import { EventsModule } from '../events/events.module.js';
import { OrganizersModule } from '../organizers/organizers.module.js';
import { ResourcesModule } from '../resource/resources.module.js';
import { SiteModule } from '../site/site.js';
import { TagsModule } from '../tags/tags.module.js';
import { VenuesModule } from '../venues/venues.module.js';
import { Outbox } from '../webhooks/outbox.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { Importer } from './importer.js';
import { LinkedWriter } from './linked-writer.js';
import { RecordStore } from './record-store.js';

@Module({
  imports: [
    SiteModule,
    ResourcesModule,
    AccountsModule,
    EventsModule,
    CategoriesModule,
    TagsModule,
    WebhooksModule,
    VenuesModule,
    OrganizersModule,
  ],
  providers: [Importer, RecordStore, LinkedWriter],
})
export class ImportModule {
  constructor(outbox: Outbox) {
    outbox.isThrottledByMinute = true;
  }
}

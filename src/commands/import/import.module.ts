import { Module } from '@nestjs/common';
import { AccountsModule } from '../../http/auth/accounts.module.js';
import { CategoriesModule } from '../../calendar/categories/categories.module.js';
import { EventsModule } from '../../calendar/events/events.module.js';
import { OrganizersModule } from '../../calendar/organizers/organizers.module.js';
import { ResourcesModule } from '../../calendar/resource/resources.module.js';
import { SiteModule } from '../../http/urls/site.js';
import { TagsModule } from '../../calendar/tags/tags.module.js';
import { VenuesModule } from '../../calendar/venues/venues.module.js';
import { Outbox } from '../../outlets/webhooks/outbox.js';
import { WebhooksModule } from '../../outlets/webhooks/webhooks.module.js';
import { ImagesModule } from '../../calendar/images/images.module.js';
import { FetchedImages } from './fetched-images.js';
import { Importer } from './importer.js';
import { RelatedWriter } from './related-writer.js';
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
    ImagesModule,
    OrganizersModule,
  ],
  providers: [Importer, RecordStore, RelatedWriter, FetchedImages],
})
export class ImportModule {
  constructor(outbox: Outbox) {
    outbox.isThrottledByMinute = true;
  }
}

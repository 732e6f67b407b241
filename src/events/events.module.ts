import { Module } from '@nestjs/common';
import { CategoriesModule } from '../categories/categories.module.js';
import { CacheModule } from '../common/cache/cache.module.js';
import { Publisher } from '../common/records/publisher.js';
import { OrganizersModule } from '../organizers/organizers.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { VenuesModule } from '../venues/venues.module.js';
import { EventRelations } from './event-relations.js';
import { Event } from './event.entity.js';
import { EventReader } from './event.reader.js';
import { storePublication } from './event.store-links.js';
import { EventWriter } from './event.writer.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { PasswordGate } from './password-gate.js';

@Module({
  imports: [CacheModule, VenuesModule, OrganizersModule, CategoriesModule, TagsModule],
  controllers: [EventsController],
  providers: [EventsService, EventReader, EventWriter, EventRelations, PasswordGate],
  exports: [EventsService, EventWriter],
})
export class EventsModule {
  constructor(publisher: Publisher) {
    publisher.register({ entity: Event, published: storePublication });
  }
}

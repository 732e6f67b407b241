import { Module } from '@nestjs/common';
import { Publisher } from '../records/publication/publisher.js';
import { relatedModules } from '../related.js';
import { Event } from './event.entity.js';
import { EVENTS } from './event.resource.js';
import { countPublications } from './relations/store-relations.js';
import { SeriesHorizon } from './series/horizon.service.js';
import { SeriesPreviews } from './series/preview.service.js';
import { SeriesWriter } from './series/series.writer.js';
import { EventWriter } from './write/event.writer.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { WordUpkeep } from './words/word-upkeep.service.js';
import { PasswordVerifier } from './password/password-verifier.js';

@Module({
  imports: relatedModules,
  controllers: [EventsController],
  providers: [EventsService, EventWriter, SeriesWriter, SeriesHorizon, SeriesPreviews, PasswordVerifier, WordUpkeep],
  exports: [EventsService, SeriesWriter],
})
export class EventsModule {
  static readonly resource = EVENTS;

  constructor(publisher: Publisher) {
    publisher.register({ entity: Event, afterPublish: countPublications });
  }
}

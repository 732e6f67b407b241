import { Global, Module } from '@nestjs/common';
import { EventLinks } from '../../list/event-links.js';
import { EventLinksService } from './event-links.service.js';

/** A separate module, so that venues and taxonomies can import it without a circular dependency. */
@Global()
@Module({ providers: [{ provide: EventLinks, useClass: EventLinksService }], exports: [EventLinks] })
export class EventLinksModule {}

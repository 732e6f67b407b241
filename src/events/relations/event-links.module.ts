import { Global, Module } from '@nestjs/common';
import { EventLinks } from '../../list/event-links.js';
import { EventLinksService } from './event-links.service.js';

/** Apart from the other events, so that venues and terms may ask without a circle. */
@Global()
@Module({ providers: [{ provide: EventLinks, useClass: EventLinksService }], exports: [EventLinks] })
export class EventLinksModule {}

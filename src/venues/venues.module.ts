import { Module } from '@nestjs/common';
import { Publisher } from '../common/records/publisher.js';
import { Venue } from './venue.entity.js';
import { VenuesController } from './venues.controller.js';
import { VenuesService } from './venues.service.js';

@Module({ controllers: [VenuesController], providers: [VenuesService], exports: [VenuesService] })
export class VenuesModule {
  constructor(publisher: Publisher) {
    publisher.register({ entity: Venue });
  }
}

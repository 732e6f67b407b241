import { Module } from '@nestjs/common';
import { VENUES } from './venue.resource.js';
import { VenuesController } from './venues.controller.js';
import { VenuesService } from './venues.service.js';

@Module({ controllers: [VenuesController], providers: [VenuesService], exports: [VenuesService] })
export class VenuesModule {
  static readonly resource = VENUES;
}

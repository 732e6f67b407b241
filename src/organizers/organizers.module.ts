import { Module } from '@nestjs/common';
import { Publisher } from '../common/records/publisher.js';
import { Organizer } from './organizer.entity.js';
import { OrganizersController } from './organizers.controller.js';
import { OrganizersService } from './organizers.service.js';

@Module({ controllers: [OrganizersController], providers: [OrganizersService], exports: [OrganizersService] })
export class OrganizersModule {
  constructor(publisher: Publisher) {
    publisher.register({ entity: Organizer });
  }
}

import { Module } from '@nestjs/common';
import { ORGANIZERS } from './organizer.resource.js';
import { OrganizersController } from './organizers.controller.js';
import { OrganizersService } from './organizers.service.js';

@Module({ controllers: [OrganizersController], providers: [OrganizersService], exports: [OrganizersService] })
export class OrganizersModule {
  static readonly resource = ORGANIZERS;
}

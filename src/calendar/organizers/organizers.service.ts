import { Injectable } from '@nestjs/common';
import { PublishedService } from '../resource/published.service.js';
import { type OrganizerDto, type OrganizerListDto, type UpdateOrganizerDto } from './organizer.dto.js';
import { type Organizer } from './organizer.entity.js';
import { ORGANIZERS } from './organizer.resource.js';

@Injectable()
export class OrganizersService extends PublishedService<Organizer, UpdateOrganizerDto, OrganizerDto, OrganizerListDto> {
  constructor() {
    super(ORGANIZERS);
  }
}

import { Injectable } from '@nestjs/common';
import { PublishedService } from '../resource/published.service.js';
import { type VenueDto, type VenueListDto, type UpdateVenueDto } from './venue.dto.js';
import { type Venue } from './venue.entity.js';
import { VENUES } from './venue.resource.js';

@Injectable()
export class VenuesService extends PublishedService<Venue, UpdateVenueDto, VenueDto, VenueListDto> {
  constructor() {
    super(VENUES);
  }
}

import { Injectable } from '@nestjs/common';
import { PublishedService } from '../resources/published.service.js';
import { Resources } from '../resources/resources.js';
import { type SpeakerDto, type SpeakerListDto, type UpdateSpeakerDto } from './speaker.dto.js';
import { type Speaker } from './speaker.entity.js';
import { SPEAKERS } from './speaker.kind.js';

@Injectable()
export class SpeakersService extends PublishedService<Speaker, UpdateSpeakerDto, SpeakerDto, SpeakerListDto> {
  constructor(resources: Resources) {
    super(SPEAKERS, resources);
  }
}

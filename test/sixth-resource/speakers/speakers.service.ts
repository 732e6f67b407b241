import { Injectable } from '@nestjs/common';
import { PublishedService } from '../resource/published.service.js';
import { type SpeakerDto, type SpeakerListDto, type UpdateSpeakerDto } from './speaker.dto.js';
import { type Speaker } from './speaker.entity.js';
import { SPEAKERS } from './speaker.resource.js';

@Injectable()
export class SpeakersService extends PublishedService<Speaker, UpdateSpeakerDto, SpeakerDto, SpeakerListDto> {
  constructor() {
    super(SPEAKERS);
  }
}

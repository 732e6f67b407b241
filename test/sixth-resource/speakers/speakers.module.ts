import { Module } from '@nestjs/common';
import { SPEAKERS } from './speaker.resource.js';
import { SpeakersController } from './speakers.controller.js';
import { SpeakersService } from './speakers.service.js';

@Module({ controllers: [SpeakersController], providers: [SpeakersService], exports: [SpeakersService] })
export class SpeakersModule {
  static readonly resource = SPEAKERS;
}

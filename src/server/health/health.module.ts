import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { ImagesModule } from '../../calendar/images/images.module.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

@Module({
  // Requests are logged once, with their status: failed checks need no second line.
  imports: [ImagesModule, TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [Readiness],
})
export class HealthModule {}

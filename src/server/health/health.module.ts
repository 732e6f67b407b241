import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { ImageStoreModule } from '../../calendar/images/image-store.module.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

@Module({
  // Requests are logged once, with their status: failed checks need no second line.
  imports: [ImageStoreModule, TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [Readiness],
})
export class HealthModule {}

import { Module } from '@nestjs/common';
import { DatabaseMetrics } from './database-metrics.js';
import { ImageMetrics } from './image-metrics.js';
import { ImagesModule } from '../../calendar/images/images.module.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsServer } from './metrics-server.js';
import { MailModule } from '../../outlets/mail/mail.module.js';
import { WebhooksModule } from '../../outlets/webhooks/webhooks.module.js';
import { RequestMetrics } from './request-metrics.js';

@Module({
  imports: [ImagesModule, MailModule, WebhooksModule],
  controllers: [MetricsController],
  providers: [Metrics, RequestMetrics, DatabaseMetrics, ImageMetrics, MetricsServer],
})
export class MetricsModule {}

import { Module } from '@nestjs/common';
import { DatabaseMetrics } from './database-metrics.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsServer } from './metrics-server.js';
import { WebhooksModule } from '../../outlets/webhooks/webhooks.module.js';
import { RequestMetrics } from './request-metrics.js';

@Module({
  imports: [WebhooksModule],
  controllers: [MetricsController],
  providers: [Metrics, RequestMetrics, DatabaseMetrics, MetricsServer],
})
export class MetricsModule {}

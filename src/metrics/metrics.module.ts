import { Module } from '@nestjs/common';
import { CountedRecords } from './counted-records.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsServer } from './metrics-server.js';
import { RequestMetrics } from './request-metrics.js';

@Module({
  controllers: [MetricsController],
  providers: [Metrics, RequestMetrics, CountedRecords, MetricsServer],
})
export class MetricsModule {}

import { Injectable } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics } from './metrics.js';

const LABELS = ['route', 'method', 'status'] as const;

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Node accepts some thirty methods. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The status of requests whose client disconnected before the response, as in nginx. */
const CLIENT_LEFT = 499;

/** Counts and times requests by the pattern of their route: `/cal/events/v1/events/:id`. */
@Injectable()
export class RequestMetrics {
  private inProgress = 0;
  private readonly durations: Histogram<(typeof LABELS)[number]>;

  constructor(metrics: Metrics) {
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of requests until their response is sent. The route is "none" for requests that reached no route.',
      labelNames: LABELS,
      buckets: BUCKETS,
      registers: [metrics.registry],
    });
    // The histogram already counts the requests.
    const total = { name: 'http_requests_total', help: 'Requests that have ended.', labelNames: LABELS };
    metrics.add(Counter, total, async () => {
      const { values } = await this.durations.get();
      const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
      return counts.map(({ labels, value }) => [labels, value]);
    });
    const inProgress = { name: 'http_requests_in_progress', help: 'Requests that are not answered yet.' };
    metrics.add(Gauge, inProgress, () => [[{}, this.inProgress]]);
  }

  /** Measures a request until its end. */
  observe(request: Request, response: Response, next: NextFunction): void {
    const start = performance.now();
    this.inProgress += 1;
    response.once('close', () => {
      this.inProgress -= 1;
      const status = response.headersSent ? response.statusCode : CLIENT_LEFT;
      const route = (request.route as { path: string } | undefined)?.path ?? 'none';
      const method = METHODS.includes(request.method) ? request.method : 'other';
      this.durations.observe({ route, method, status }, (performance.now() - start) / 1000);
    });
    next();
  }
}

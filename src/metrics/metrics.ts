import cluster from 'node:cluster';
import { createRequire } from 'node:module';
import { Injectable } from '@nestjs/common';
import { type Aggregator, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { Database } from '../database/database.js';
import { ResponseCache } from '../http/response/response-cache.js';
import { exposeToPrimary, metricsOfAllWorkers } from './all-workers.js';

const { version } = createRequire(import.meta.url)('#package.json') as { version: string };

/** The labels and the value of a sample. */
export type Sample = readonly [labels: Partial<Record<string, string | number>>, value: number];

interface MetricDescription {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** How the values of several workers are combined; they are summed by default. */
  readonly aggregator?: Aggregator;
}

/**
 * The metrics for Prometheus. The parts of the service count in plain variables, which are copied at each scrape.
 * Labels never have values from clients, which could fill the memory.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  readonly contentType = this.registry.contentType;

  constructor(
    private readonly cache: ResponseCache,
    private readonly database: Database,
  ) {
    // Memory, processor time, garbage collection and the delay of the event loop.
    collectDefaultMetrics({ register: this.registry });
    this.addBuild();
    this.addCache();
    this.addDatabase();
    if (cluster.isWorker) exposeToPrimary(this.registry);
  }

  /** All metrics as text; with several workers, the sum of all. */
  text(): Promise<string> {
    return cluster.isWorker ? metricsOfAllWorkers() : this.registry.metrics();
  }

  /** Adds a metric whose samples are read at each scrape. */
  add(
    Metric: typeof Gauge | typeof Counter,
    description: MetricDescription,
    read: () => readonly Sample[] | Promise<readonly Sample[]>,
  ): void {
    new Metric({
      ...description,
      registers: [this.registry],
      async collect() {
        const samples = await read();
        // A reset would leave a sample of 0 if there are no labels.
        if (description.labelNames) this.reset();
        else this.remove();
        for (const [labels, value] of samples) this.inc(labels, value);
      },
    });
  }

  private addBuild(): void {
    const labels = { version, node: process.version };
    this.add(
      Gauge,
      {
        name: 'calendar_build_info',
        help: 'Always 1. The labels tell what runs.',
        labelNames: Object.keys(labels),
        aggregator: 'first',
      },
      () => [[labels, 1]],
    );
  }

  private addCache(): void {
    this.add(
      Counter,
      {
        name: 'calendar_cache_lookups_total',
        help: 'Public reads by how they were answered: hit (from the response cache), miss, stale (while the database was away).',
        labelNames: ['result'],
      },
      () => Object.entries({ ...this.cache.results }).map(([result, count]) => [{ result }, count]),
    );
  }

  private addDatabase(): void {
    this.addQueues(Gauge, 'slots', 'Units of database work that may run at once.', (load) => load.concurrency);
    this.addQueues(Gauge, 'busy', 'Units of database work that run.', (load) => load.running);
    this.addQueues(Gauge, 'waiting', 'Units of database work that wait for their turn.', (load) => load.waiting);
    this.addQueues(Counter, 'units_total', 'Units of database work that have begun.', (load) => load.begun);
    this.addQueues(Counter, 'wait_seconds_total', 'Time that they have waited.', (load) => load.waited / 1000);
    this.addQueues(Counter, 'refused_total', 'Units refused since too many waited.', (load) => load.refused);
    const name = 'calendar_database_retries_total';
    const help = 'Units of database work that ran again after a conflict.';
    this.add(Counter, { name, help }, () => [[{}, this.database.load.retries]]);
  }

  private addQueues(
    Metric: typeof Gauge | typeof Counter,
    name: string,
    help: string,
    value: (load: Database['load']['reads']) => number,
  ): void {
    this.add(Metric, { name: `calendar_database_${name}`, help, labelNames: ['queue'] }, () => {
      const { reads, writes } = this.database.load;
      return Object.entries({ reads, writes }).map(([queue, load]) => [{ queue }, value(load)]);
    });
  }
}

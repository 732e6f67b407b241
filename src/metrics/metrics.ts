import cluster from 'node:cluster';
import { createRequire } from 'node:module';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { Database } from '../database/database.js';
import { ResponseCache } from '../http/response/response-cache.js';
import { exposeToPrimary, metricsOfAllWorkers } from './all-workers.js';

/**
 * Counts rows at most once per interval, since a count reads whole indexes. Scrapes meanwhile wait for the last count.
 * @param interval milliseconds
 */
export function countAtIntervals(
  interval: number,
  count: () => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let startedAt = -Infinity;
  let counting = Promise.resolve();
  return () => {
    if (performance.now() - startedAt < interval) return counting;
    startedAt = performance.now();
    counting = count().catch(onError);
    return counting;
  };
}

const { version } = createRequire(import.meta.url)('#package.json') as { version: string };

/**
 * The metrics for Prometheus. The parts of the service count in plain variables, which are copied at each scrape.
 * Labels never have values from clients, which could fill the memory.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  readonly contentType = this.registry.contentType;
  private readonly registers = [this.registry];

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

  private addBuild(): void {
    const name = 'calendar_build_info';
    const help = 'Always 1. The labels tell what runs.';
    const { registers } = this;
    new Gauge({ name, help, labelNames: ['version', 'node'], aggregator: 'first', registers }).set(
      { version, node: process.version },
      1,
    );
  }

  private addCache(): void {
    const { cache, registers } = this;
    new Counter({
      name: 'calendar_cache_lookups_total',
      help: 'Public reads by how they were answered: hit (from the response cache), miss, stale (while the database was away).',
      labelNames: ['result'],
      registers,
      collect() {
        this.reset();
        for (const [result, count] of Object.entries({ ...cache.results })) this.inc({ result }, count);
      },
    });
  }

  private addDatabase(): void {
    this.addQueues(Gauge, 'slots', 'Units of database work that may run at once.', (load) => load.concurrency);
    this.addQueues(Gauge, 'busy', 'Units of database work that run.', (load) => load.running);
    this.addQueues(Gauge, 'waiting', 'Units of database work that wait for their turn.', (load) => load.waiting);
    this.addQueues(Counter, 'units_total', 'Units of database work that have begun.', (load) => load.begun);
    this.addQueues(Counter, 'wait_seconds_total', 'Time that they have waited.', (load) => load.waited / 1000);
    this.addQueues(Counter, 'refused_total', 'Units refused since too many waited.', (load) => load.refused);
    const { database, registers } = this;
    new Counter({
      name: 'calendar_database_retries_total',
      help: 'Units of database work that ran again after a conflict.',
      registers,
      collect() {
        this.reset();
        this.inc(database.load.retries);
      },
    });
  }

  private addQueues(
    Metric: typeof Gauge | typeof Counter,
    name: string,
    help: string,
    value: (load: Database['load']['reads']) => number,
  ): void {
    const { database, registers } = this;
    new Metric({
      name: `calendar_database_${name}`,
      help,
      labelNames: ['queue'],
      registers,
      collect() {
        this.reset();
        const { reads, writes } = database.load;
        this.inc({ queue: 'reads' }, value(reads));
        this.inc({ queue: 'writes' }, value(writes));
      },
    });
  }
}

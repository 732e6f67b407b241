import cluster from 'node:cluster';
import { createRequire } from 'node:module';
import { Injectable } from '@nestjs/common';
import { type Aggregator, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { Database } from '../../database/database.js';
import { ResponseCache } from '../../http/response/response-cache.js';
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

  constructor(cache: ResponseCache, database: Database) {
    // Memory, processor time, garbage collection and the delay of the event loop.
    collectDefaultMetrics({ register: this.registry });
    const build = { version, node: process.version };
    const info = { name: 'calendar_build_info', help: 'Always 1. The labels tell what runs.' };
    this.add(Gauge, { ...info, labelNames: Object.keys(build), aggregator: 'first' }, () => [[build, 1]]);
    const lookups =
      'Public reads by how they were answered: hit (from the response cache), miss, stale (while the database was away).';
    this.addResultCounter('calendar_cache_lookups_total', lookups, () => ({ ...cache.results }));
    this.addDatabase(database);
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

  /** Adds a counter with the label `result`. */
  addResultCounter(name: string, help: string, read: () => Readonly<Record<string, number>>): void {
    this.add(Counter, { name, help, labelNames: ['result'] }, () =>
      Object.entries(read()).map(([result, count]) => [{ result }, count]),
    );
  }

  private addDatabase(database: Database): void {
    const add = (
      Metric: typeof Gauge | typeof Counter,
      name: string,
      help: string,
      value: (load: Database['load']['reads']) => number,
    ) =>
      this.add(Metric, { name: `calendar_database_${name}`, help, labelNames: ['queue'] }, () => {
        const { reads, writes } = database.load;
        return Object.entries({ reads, writes }).map(([queue, load]) => [{ queue }, value(load)]);
      });
    add(Gauge, 'slots', 'Units of database work that may run at once.', (load) => load.concurrency);
    add(Gauge, 'busy', 'Units of database work that run.', (load) => load.running);
    add(Gauge, 'waiting', 'Units of database work that wait for their turn.', (load) => load.waiting);
    add(Counter, 'units_total', 'Units of database work that have begun.', (load) => load.begun);
    add(Counter, 'wait_seconds_total', 'Time that they have waited.', (load) => load.waited / 1000);
    add(Counter, 'refused_total', 'Units refused since too many waited.', (load) => load.refused);
    const name = 'calendar_database_retries_total';
    const help = 'Units of database work that ran again after a conflict.';
    this.add(Counter, { name, help }, () => [[{}, database.load.retries]]);
  }
}

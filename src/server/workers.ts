import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { answerMetricsRequests } from './metrics/all-workers.js';
import { type Settings } from '../lib/config/settings.js';
import { createLog, type Log } from './log.js';
import { shutDownOnSignals } from './shutdown.js';

/** Milliseconds. A worker that ends sooner counts as a failed start, and its replacement starts with a longer delay. */
const MIN_LIFETIME = 10_000;

/** Milliseconds. The delay before a replacement starts (exponential back-off) begins at 200 and doubles up to this. */
const MAX_BACK_OFF = 30_000;

/** Milliseconds that workers may take to end; `shutDown` takes 9,000 at most. */
const SHUTDOWN_TIMEOUT = 15_000;

/** Makes this process the primary of a cluster, which keeps the rate limits and sums up the metrics of its workers. */
export function runWorkers({ webConcurrency, logLevel }: Settings): void {
  const log = createLog(logLevel);
  const workers = new Workers(webConcurrency, log);
  new RateLimiterClusterMaster();
  answerMetricsRequests();
  shutDownOnSignals(log, () => workers.shutDown());
  // Node ends workers whose primary is gone, except those that hang.
  process.once('exit', () => liveWorkers().forEach((worker) => worker.process.kill('SIGKILL')));
  workers.start();
}

class Workers {
  private isServing = false;
  private isShuttingDown = false;
  private failedStarts = 0;

  constructor(
    private readonly count: number,
    private readonly log: Log,
  ) {}

  /** The first worker migrates, fills an empty calendar and shows its key; the others start when it listens. */
  start(): void {
    cluster.once('listening', () => {
      this.isServing = true;
      for (let others = this.count - 1; others > 0; others -= 1) this.fork();
    });
    this.fork();
  }

  /** @throws if a worker does not end in time, or fails */
  async shutDown(): Promise<void> {
    this.isShuttingDown = true;
    const exits = liveWorkers().map((worker) => once(worker, 'exit') as Promise<[number | null]>);
    for (const worker of liveWorkers()) worker.process.kill('SIGTERM');
    const codes = (await Promise.race([Promise.all(exits), rejectAfterTimeout()])).map(([code]) => code);
    if (codes.some((code) => code !== null && code > 0)) throw new Error('A worker failed at its end.');
  }

  private fork(): void {
    const start = performance.now();
    const worker = cluster.fork();
    const { id } = worker;
    this.log.info({ worker: id, pid: worker.process.pid }, 'Starting a worker.');
    worker.once('exit', (code, signal) => this.replace(worker, performance.now() - start, code, signal));
    // Messages to a worker that has just died raise this error, which would end the primary.
    worker.on('error', (error) => this.log.debug({ worker: id, err: error }, 'A worker cannot be reached.'));
  }

  private replace({ id }: Worker, lifetime: number, code: number | null, signal: string | null): void {
    if (this.isShuttingDown) return;
    if (!this.isServing) {
      // The first worker has already printed why it cannot start, unless it was killed.
      if (signal !== null) this.log.fatal({ signal }, 'The first worker was killed before it was ready.');
      process.exit(code || 1);
    }
    this.failedStarts = lifetime < MIN_LIFETIME ? this.failedStarts + 1 : 0;
    const pause = this.failedStarts === 0 ? 0 : Math.min(MAX_BACK_OFF, 100 * 2 ** this.failedStarts);
    this.log.error({ worker: id, code, signal, pause }, 'A worker has died and will be replaced.');
    setTimeout(() => this.isShuttingDown || this.fork(), pause);
  }
}

async function rejectAfterTimeout(): Promise<never> {
  await sleep(SHUTDOWN_TIMEOUT);
  throw new Error(`Workers were still there after ${SHUTDOWN_TIMEOUT / 1000} s.`);
}

function liveWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
}

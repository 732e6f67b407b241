import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Settings } from '../config/settings.js';
import { createLog, type Log } from './log.js';
import { Relay } from './relay.js';
import { endOnSignals } from './signals.js';

/** Milliseconds. Of a worker that is lost sooner after its start, the next one may be lost as well. */
const SOON = 10_000;

/** Milliseconds before a worker is replaced: more each time that one is lost soon, from 200. */
const LONGEST_PAUSE = 30_000;

/** Milliseconds that workers may take to end; `shutDown` takes 9,000 at most. */
const PATIENCE = 15_000;

/** Makes this process the primary, which serves nothing itself and holds what the workers share. */
export function runWorkers({ webConcurrency, logLevel }: Settings): void {
  const log = createLog(logLevel);
  const workers = new Workers(webConcurrency, log);
  new Relay();
  endOnSignals(log, () => workers.end());
  // Without a primary workers end at once (Node sees to it), but not those that hang.
  process.once('exit', () => living().forEach((worker) => worker.process.kill('SIGKILL')));
  workers.start();
}

/** How a process ended: one of the two. */
interface End {
  readonly code: number | null;
  readonly signal: string | null;
}

class Workers {
  private isServing = false;
  private isEnding = false;
  private lostSoon = 0;

  constructor(
    private readonly count: number,
    private readonly log: Log,
  ) {}

  /** One migrates, fills an empty calendar and shows its key; the others follow when it listens. */
  start(): void {
    cluster.once('listening', () => {
      this.isServing = true;
      for (let others = this.count - 1; others > 0; others -= 1) this.fork();
    });
    this.fork();
  }

  /** @throws where a worker does not end, or not in order */
  async end(): Promise<void> {
    this.isEnding = true;
    const ends = living().map((worker) => once(worker, 'exit') as Promise<[number | null]>);
    for (const worker of living()) worker.process.kill('SIGTERM');
    const codes = (await Promise.race([Promise.all(ends), late()])).map(([code]) => code);
    if (codes.some((code) => code !== null && code > 0)) throw new Error('A worker failed at its end.');
  }

  private fork(): void {
    const start = performance.now();
    const worker = cluster.fork();
    const { id } = worker;
    this.log.info({ worker: id, pid: worker.process.pid }, 'Starting a worker.');
    worker.once('exit', (code, signal) => this.replace(worker, performance.now() - start, { code, signal }));
    // Of what is sent to a worker that has just died. Nobody listening would end the primary.
    worker.on('error', (error) => this.log.debug({ worker: id, err: error }, 'A worker is out of reach.'));
  }

  private replace({ id }: Worker, lived: number, end: End): void {
    if (this.isEnding) return;
    if (!this.isServing) this.giveUp(end);
    this.lostSoon = lived < SOON ? this.lostSoon + 1 : 0;
    const pause = this.lostSoon === 0 ? 0 : Math.min(LONGEST_PAUSE, 100 * 2 ** this.lostSoon);
    this.log.error({ worker: id, ...end, pause }, 'A worker is lost, and will be replaced.');
    setTimeout(() => this.isEnding || this.fork(), pause);
  }

  /** A first worker that cannot start has said why, as a single process would, unless it was killed. */
  private giveUp({ code, signal }: End): never {
    if (signal !== null) this.log.fatal({ signal }, 'The first worker was killed before it listened.');
    process.exit(code || 1);
  }
}

async function late(): Promise<never> {
  await sleep(PATIENCE);
  throw new Error(`Workers were still there after ${PATIENCE / 1000} s.`);
}

function living(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
}

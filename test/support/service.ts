import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bareEnvironment } from './bare-environment.js';
import { scratchFolder } from './scratch.js';
import { type Environment } from './test-calendar.js';
import { until } from './until.js';

/** A line of the log; `worker` is present if there are several. */
interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly worker?: number;
  readonly pid?: number;
  readonly port?: number;
  readonly requestId?: string;
  readonly err?: { readonly message: string; readonly errno?: number };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  /** The worker that responded. */
  readonly worker: number | undefined;
}

interface Options {
  readonly method?: string;
  readonly key?: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
  /** A kept connection, and so always the same worker; by default each request has a new connection. */
  readonly agent?: Agent;
}

/** The built service as a separate process, as an operator runs it. */
export class Service {
  readonly log: LogLine[] = [];
  private errors = '';
  private requests = 0;
  private readonly process: ChildProcess;
  /** The exit code, or the signal that ended it. */
  readonly end: Promise<number | string>;

  private constructor(environment: Environment, through: readonly string[]) {
    const folder = scratchFolder();
    const env = { ...bareEnvironment(), PORT: '0', IMAGES: join(folder, 'images'), ...environment };
    const [program, ...args] = [...through, process.execPath, 'dist/src/main.js'];
    this.process = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.process.stdout!.setEncoding('utf8').on('data', (data: string) => this.read(data));
    this.process.stderr!.setEncoding('utf8').on('data', (data: string) => (this.errors += data));
    this.end = once(this.process, 'close').then(([code, signal]) => {
      rmSync(folder, { recursive: true, force: true });
      return (code ?? signal) as number | string;
    });
  }

  /**
   * @param through a wrapper command, such as `nsenter …`, which executes the service
   * @returns immediately; use `listening` or `workers` to wait
   */
  static run(environment: Environment, through: readonly string[] = []): Service {
    return new Service(environment, through);
  }

  /** Warnings and worse. */
  get warnings(): LogLine[] {
    return this.log.filter(({ level }) => ['warn', 'error', 'fatal'].includes(level));
  }

  /** Log lines of errors. */
  get faults(): LogLine[] {
    return this.log.filter(({ level }) => ['error', 'fatal'].includes(level));
  }

  get stderr(): string {
    return this.errors;
  }

  get port(): number {
    return this.log.find(({ port }) => port !== undefined)!.port!;
  }

  /** Waits until a service without workers listens; throws if it ends before. */
  async listening(): Promise<void> {
    const ended = this.end.then((code) => {
      throw new Error(`The service has ended with ${code}:\n${this.errors}`);
    });
    await Promise.race([until(() => this.log.some(({ msg }) => msg.startsWith('Listening'))), ended]);
  }

  /** Waits until `count` workers listen. Returns their process ids by their numbers. */
  workers(count: number): Promise<Map<number, number>> {
    return until(() => {
      const lost = this.log.filter(({ msg }) => msg.startsWith('A worker has died')).map(({ worker }) => worker);
      const listening = this.log.filter(({ msg, worker }) => msg.startsWith('Listening') && !lost.includes(worker));
      if (listening.length < count) return undefined;
      return new Map(listening.map(({ worker }) => [worker!, this.pidOf(worker!)]));
    });
  }

  async ask(path: string, { method = 'GET', key, body, idempotencyKey, agent }: Options = {}): Promise<Reply> {
    const id = `request-${(this.requests += 1)}`;
    const headers = {
      'X-Request-Id': id,
      'Content-Type': 'application/json',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    };
    const to = { port: this.port, path: `/en/cal/events/v1${path}`, method, headers, agent: agent ?? false };
    const sent = request(to).end(body && JSON.stringify(body));
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject);
    });
    const answer = JSON.parse(await text(response)) as Record<string, unknown>;
    const { worker } = await until(() => this.log.find(({ requestId }) => requestId === id));
    return { status: response.statusCode!, headers: response.headers, body: answer, worker };
  }

  /** A connection to each of the workers. */
  async connections(...workers: number[]): Promise<Agent[]> {
    const agents = new Map<number, Agent>();
    while (!workers.every((worker) => agents.has(worker))) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const { worker } = await this.ask('', { agent });
      agents.get(worker!)?.destroy();
      agents.set(worker!, agent);
    }
    return workers.map((worker) => agents.get(worker)!);
  }

  kill(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  private pidOf(worker: number): number {
    return this.log.find((line) => line.msg === 'Starting a worker.' && line.worker === worker)!.pid!;
  }

  private partialLine = '';

  private read(data: string): void {
    const lines = (this.partialLine + data).split('\n');
    this.partialLine = lines.pop()!;
    for (const line of lines) if (line.startsWith('{')) this.log.push(JSON.parse(line) as LogLine);
  }
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import request from 'supertest';
import { formatKey, newKey } from '../../src/http/auth/keys.js';
import { bareEnvironment } from '../support/bare-environment.js';
import { scratchFolder } from '../support/scratch.js';
import { freePort } from '../support/free-port.js';
import { temporarySqlite } from '../support/temporary-database.js';
import { type Environment } from '../support/test-calendar.js';

const PROBE = pathToFileURL(join(__dirname, 'probe.js')).href;

const main = resolve('dist', 'src', 'main.js');
const seeding = resolve('dist', 'tools', 'seed', 'command.js');

/** The build as an operator runs it, with its own database, and with a probe of its event loop. */
export class Target {
  private constructor(
    readonly port: number,
    /** The key of an administrator. */
    readonly key: string,
    private readonly process: ChildProcess,
    private readonly drop: () => Promise<void>,
  ) {}

  /**
   * @param environment with a `DATABASE_URL`, if the database is not a temporary file
   * @param events the number of seeded events
   */
  static async start(environment: Environment, events = 0): Promise<Target> {
    const database = await temporarySqlite();
    const [port, key] = [await freePort(), formatKey(newKey())];
    const { DATABASE_URL = database.url } = environment;
    const env = { ...bareEnvironment(), DATABASE_URL, IMAGES: scratchFolder(), LOG_LEVEL: 'error' };
    if (events > 0) await promisify(execFile)(process.execPath, [seeding, '--events', String(events)], { env });
    const service = spawn(process.execPath, ['--import', PROBE, main], {
      env: { ...env, PORT: String(port), ADMIN_KEY: key, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const target = new Target(port, key, service, () => database.drop());
    await target.ready();
    await target.longestGap();
    return target;
  }

  /** The memory of the process that is in RAM, in mebibytes. */
  memory(): number {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.process.pid}/status`, 'utf8'))!;
    return Number(kibibytes) / 1024;
  }

  /** An upload of a file as the administrator. */
  upload(bytes: Buffer, name: string): request.Test {
    return this.send('post', '/images').attach('file', bytes, name);
  }

  get(path: string): request.Test {
    return this.send('get', path);
  }

  post(path: string, body: object | string | undefined): request.Test {
    return this.send('post', path).send(body);
  }

  /** The longest time in milliseconds for which the event loop was blocked, since the last call. */
  async longestGap(): Promise<number> {
    return (await this.longest()).gap;
  }

  /** The same, and the longest time for which the service waited for a processor. */
  async longest(): Promise<{ readonly gap: number; readonly wait: number }> {
    this.process.send('longest?');
    const [longest] = (await once(this.process, 'message')) as [{ gap: number; wait: number }];
    return longest;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null) {
      this.process.kill('SIGTERM');
      await once(this.process, 'exit');
    }
    await this.drop();
  }

  /** Sends a request below the English root, with the key of the administrator. */
  private send(method: 'get' | 'post', path: string): request.Test {
    const sent = request(`http://127.0.0.1:${this.port}`)[method](`/en/cal/events/v1${path}`);
    return sent.set('Authorization', `Bearer ${this.key}`);
  }

  private async ready(): Promise<void> {
    for (let tries = 0; tries < 600; tries += 1) {
      const status = await fetch(`http://127.0.0.1:${this.port}/health/ready`).then(
        (response) => response.status,
        () => 0,
      );
      if (status === 200) return;
      await sleep(50);
    }
    throw new Error('The service is not ready after 30 s.');
  }
}

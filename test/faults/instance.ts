import { freePort } from '../support/free-port.js';
import { Service } from '../support/service.js';
import { type Environment } from '../support/test-calendar.js';

/** The build, as an operator runs it, at a port that it keeps. */
export class Instance {
  private service: Service | undefined;

  private constructor(
    readonly port: number,
    private readonly environment: Environment,
  ) {}

  /** Not started yet. */
  static async at(environment: Environment): Promise<Instance> {
    const port = await freePort();
    return new Instance(port, { RATE_LIMIT: 'off', LOG_LEVEL: 'info', PORT: String(port), ...environment });
  }

  async start(): Promise<void> {
    this.service = Service.run(this.environment);
    await this.service.listening();
  }

  /** As a crash ends it. */
  async kill(): Promise<void> {
    this.service!.kill('SIGKILL');
    await this.service!.end;
  }

  /** In order. @returns its exit code */
  async stop(): Promise<number | string> {
    this.service!.kill('SIGTERM');
    return this.service!.end;
  }
}

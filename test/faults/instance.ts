import { freePort } from '../support/free-port.js';
import { Service } from '../support/service.js';
import { type Environment } from '../support/test-calendar.js';

/** The build in a process of its own, on a fixed port. */
export class Instance {
  private service: Service | undefined;

  private constructor(
    readonly port: number,
    private readonly environment: Environment,
    private readonly through: readonly string[],
  ) {}

  /** Not started yet. @param through a program that becomes the service */
  static async at(environment: Environment, through: readonly string[] = []): Promise<Instance> {
    const port = await freePort();
    return new Instance(port, { RATE_LIMIT: 'off', LOG_LEVEL: 'info', PORT: String(port), ...environment }, through);
  }

  async start(): Promise<void> {
    this.service = Service.run(this.environment, this.through);
    await this.service.listening();
  }

  /** The errors in its log since the last start. */
  get faults(): string[] {
    return this.service!.faults.map(({ msg, err }) => (err ? `${err.errno ?? ''} ${err.message}` : msg));
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

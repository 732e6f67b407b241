import { type BeforeApplicationShutdown, Inject, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/**
 * A task that runs repeatedly while the service runs: each run begins one interval after the end of the previous one.
 * It does not run in commands, which have no HTTP adapter.
 */
export abstract class PeriodicTask implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  @Inject(HttpAdapterHost)
  private readonly host!: HttpAdapterHost;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  /** Milliseconds between two runs. */
  protected abstract readonly interval: number;

  async onApplicationBootstrap(): Promise<void> {
    if (this.host.httpAdapter) await this.start();
  }

  /** Waits for the run under way. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.running;
  }

  abstract run(): Promise<void>;

  protected start(): void | Promise<void> {
    this.schedule(this.interval);
  }

  /** Logs a failed run. The next run is scheduled nevertheless. */
  protected onError(error: unknown): void {
    this.logger.warn(String(error));
  }

  /** @param pause milliseconds before the next run */
  protected schedule(pause: number): void {
    this.timer = setTimeout(() => {
      this.running = this.run()
        .catch((error: unknown) => this.onError(error))
        .then(() => this.timer && this.schedule(this.interval));
    }, pause).unref();
  }
}

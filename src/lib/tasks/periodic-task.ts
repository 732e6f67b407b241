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

  private isRunning = false;

  /** Milliseconds between two runs; may change from run to run. */
  protected abstract get interval(): number;

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

  /** Applies a shorter interval to the current pause. */
  protected wake(): void {
    if (this.timer && !this.isRunning) this.schedule(this.interval);
  }

  /** @param pause milliseconds before the next run */
  protected schedule(pause: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isRunning = true;
      this.running = this.run()
        .catch((error: unknown) => this.onError(error))
        .then(() => {
          this.isRunning = false;
          if (this.timer) this.schedule(this.interval);
        });
    }, pause).unref();
  }
}

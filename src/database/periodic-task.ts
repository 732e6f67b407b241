import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';

/** Work that is done again and again while the application runs: each run begins an interval after the end of the last. */
export abstract class PeriodicTask implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  /** Milliseconds between two runs. */
  protected abstract readonly interval: number;

  onApplicationBootstrap(): void | Promise<void> {
    this.schedule(this.interval);
  }

  /** Waits for the run under way. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.running;
  }

  abstract run(): Promise<void>;

  /** Reports a run that has failed; the next one comes all the same. */
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

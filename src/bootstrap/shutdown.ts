import { setTimeout as sleep } from 'node:timers/promises';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { Readiness } from '../health/readiness.js';
import { type Log } from './log.js';

/** Milliseconds in which a load balancer may see that the instance is not ready, while requests are still answered. */
const NOTICE = 2_000;

/** Has SIGTERM and SIGINT end the process in order, without a request lost. */
export function shutDownOnSignals(app: NestExpressApplication, log: Log): void {
  let begun: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    // Whoever presses Ctrl+C twice means it. (npm passes on the first one, which the terminal has sent already.)
    if (signal === 'SIGINT' && begun !== undefined && performance.now() - begun > 1000) process.exit(130);
    if (begun !== undefined) return;
    begun = performance.now();
    log.info(`${signal}: shutting down.`);
    void shutDown(app).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'The shutdown failed.');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
}

/** Readiness goes first, then the listener, then the requests under way are answered, and last goes the database. */
export async function shutDown(app: NestExpressApplication, notice = NOTICE): Promise<void> {
  const readiness = app.get(Readiness);
  readiness.end();
  // A connection that stayed open would be cut in the middle of a later request.
  app.getHttpServer().prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  if (readiness.watched) await sleep(notice);
  await app.close();
}

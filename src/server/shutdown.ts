import { setTimeout as sleep } from 'node:timers/promises';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { Readiness } from './health/readiness.js';
import { type Log } from './log.js';

/** Milliseconds for which requests are still served, so that load balancers see that the instance is not ready. */
const DRAIN_DELAY = 2_000;

/** Shuts down in this order: readiness, the listener, the requests in progress, the database. */
export async function shutDown(app: NestExpressApplication, drainDelay = DRAIN_DELAY): Promise<void> {
  const readiness = app.get(Readiness);
  readiness.beginShutdown();
  // Closes keep-alive connections after their next response: a later request on them would be interrupted.
  app.getHttpServer().prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  if (readiness.isMonitored) await sleep(drainDelay);
  await app.close();
}

/**
 * Shuts the process down gracefully on SIGTERM and SIGINT, then ends it.
 * @param isBusy whether threads work that nothing can stop
 */
export function shutDownOnSignals(log: Log, shutDown: () => Promise<void>, isBusy = () => false): void {
  let startedAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    // A second Ctrl+C ends the process at once, unless it comes within a second: the terminal and npm both send one.
    if (signal === 'SIGINT' && startedAt !== undefined && performance.now() - startedAt > 1000) process.exit(130);
    if (startedAt !== undefined) return;
    startedAt = performance.now();
    log.info(`${signal}: shutting down.`);
    void shutDown().then(
      () => (isBusy() ? endAtOnce(signal) : process.exit(0)),
      (error: unknown) => {
        log.error({ err: error }, 'The shutdown failed.');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
}

/** Ends the process by the default action of the signal: `process.exit` would wait for its threads. */
function endAtOnce(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

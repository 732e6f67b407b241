import { setTimeout as sleep } from 'node:timers/promises';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { Readiness } from '../health/readiness.js';

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

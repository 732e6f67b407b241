import { setTimeout as sleep } from 'node:timers/promises';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { Readiness } from '../health/readiness.js';

/** Milliseconds in which requests are still served, so that load balancers notice that the instance is not ready. */
const NOTICE = 2_000;

/** Shuts down in this order: readiness, the listener, the requests in progress, the database. */
export async function shutDown(app: NestExpressApplication, notice = NOTICE): Promise<void> {
  const readiness = app.get(Readiness);
  readiness.end();
  // Persistent connections are closed, since a later request on them would be interrupted.
  app.getHttpServer().prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  if (readiness.watched) await sleep(notice);
  await app.close();
}

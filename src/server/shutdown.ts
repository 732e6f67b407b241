import { setTimeout as sleep } from 'node:timers/promises';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { Readiness } from '../health/readiness.js';

/** Milliseconds in which a load balancer can see that the instance is not ready while requests are still answered. */
const NOTICE = 2_000;

/** Shuts down in order: readiness, the listener, the requests in progress, the database. */
export async function shutDown(app: NestExpressApplication, notice = NOTICE): Promise<void> {
  const readiness = app.get(Readiness);
  readiness.end();
  // A connection that stayed open would be cut in the middle of a later request.
  app.getHttpServer().prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  if (readiness.watched) await sleep(notice);
  await app.close();
}

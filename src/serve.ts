import cluster from 'node:cluster';
import { type AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { cannotListen } from './bootstrap/explain.js';
import { HttpAdapter } from './bootstrap/http-adapter.js';
import { createLog } from './bootstrap/log.js';
import { applicationOptions, setUp } from './bootstrap/set-up.js';
import { shutDown } from './bootstrap/shutdown.js';
import { endOnSignals } from './bootstrap/signals.js';
import { type Settings } from './config/settings.js';
import { Documentation } from './docs/documentation.js';
import { welcome } from './sample/welcome.js';

/** Runs the service in this process until a signal ends it. */
export async function serve(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel);
  const app = await NestFactory.create<NestExpressApplication>(AppModule, new HttpAdapter(), applicationOptions(log));
  setUp(app, settings, log);
  app.get(Documentation).describe(app);
  // Of several workers one is enough.
  if ((cluster.worker?.id ?? 1) === 1) await welcome(app, settings);
  const server = await app.listen(settings.port, settings.host).catch(cannotListen);
  endOnSignals(log, () => shutDown(app));
  const { address, port } = server.address() as AddressInfo;
  log.info({ address, port }, `Listening; the public address is ${settings.siteUrl}${settings.basePath}/.`);
}

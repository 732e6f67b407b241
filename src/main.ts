import { type AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { cannotListen, explain } from './bootstrap/explain.js';
import { HttpAdapter } from './bootstrap/http-adapter.js';
import { createLog } from './bootstrap/log.js';
import { applicationOptions, setUp } from './bootstrap/set-up.js';
import { shutDownOnSignals } from './bootstrap/shutdown.js';
import { loadSettings } from './config/load-settings.js';
import { Documentation } from './docs/documentation.js';
import { welcome } from './sample/welcome.js';

try {
  const settings = loadSettings();
  const log = createLog(settings.logLevel);
  const app = await NestFactory.create<NestExpressApplication>(AppModule, new HttpAdapter(), applicationOptions(log));
  setUp(app, settings, log);
  app.get(Documentation).describe(app);
  await welcome(app, settings);
  const server = await app.listen(settings.port, settings.host).catch(cannotListen);
  shutDownOnSignals(app, log);
  const { address, port } = server.address() as AddressInfo;
  log.info({ address, port }, `Listening; the public address is ${settings.siteUrl}${settings.basePath}/.`);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

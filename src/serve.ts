import cluster from 'node:cluster';
import { type AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { adminKeyOf } from './http/auth/first-administrator.js';
import { AppModule } from './app.module.js';
import { isDecoding } from './calendar/images/picture.js';
import { cannotListen } from './server/explain.js';
import { forgetPort, storePort } from './server/listening.js';
import { HttpAdapter } from './server/http-adapter.js';
import { createLog, standardOutput } from './server/log.js';
import { applicationOptions, setUp } from './server/set-up.js';
import { assertPageResources } from './lib/config/load-settings.js';
import { resources } from './calendar/resources.js';
import { shutDown, shutDownOnSignals } from './server/shutdown.js';
import { type Settings } from './lib/config/settings.js';
import { MetricsServer } from './server/metrics/metrics-server.js';
import { DocumentationService } from './outlets/openapi/documentation.service.js';
import { firstRun } from './commands/sample/first-run.js';
import { type StopTracing } from './lib/tracing/start-tracing.js';

/** Runs the service in this process until a signal ends it. */
export async function serve(settings: Settings, stopTracing?: StopTracing): Promise<void> {
  // Throws for a mistyped key, before migrations run.
  adminKeyOf(settings);
  assertPageResources(
    settings,
    resources.map(({ names }) => names.plural),
  );
  const log = createLog(settings.logLevel);
  const app = await NestFactory.create<NestExpressApplication>(AppModule, new HttpAdapter(), applicationOptions(log));
  setUp(app, settings, log);
  const documentation = app.get(DocumentationService);
  await documentation.describe(app);
  await app.init();
  documentation.prepare();
  // With several workers, only the first one fills an empty calendar and invites the first administrator.
  const write = (text: string) => standardOutput().write(text);
  const showWelcome = (cluster.worker?.id ?? 1) === 1 ? await firstRun(app, settings, write) : undefined;
  const server = await app.listen(settings.port, settings.host).catch(cannotListen('HOST and PORT'));
  const monitoring = await app.get(MetricsServer).listen().catch(cannotListen('METRICS_HOST and METRICS_PORT'));
  const end = () => {
    forgetPort(settings);
    return shutDown(app);
  };
  shutDownOnSignals(log, () => end().finally(stopTracing), isDecoding);
  const { address, port } = server.address() as AddressInfo;
  storePort(settings, { address, port });
  log.info({ address, port }, `Listening; the public address is ${settings.siteUrl}${settings.basePath}/.`);
  if (monitoring) log.info({ ...monitoring }, 'Metrics are shown without a key at /metrics of this address.');
  await showWelcome?.().catch((error: unknown) =>
    log.error({ err: error }, 'The start page and the invitation could not be shown.'),
  );
}

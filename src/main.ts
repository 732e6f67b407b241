import cluster from 'node:cluster';
import { loadSettings, tracedServiceName } from './lib/config/load-settings.js';

// Imported lazily, so that the primary process of several workers stays small.
try {
  const settings = loadSettings();
  if (settings.webConcurrency > 1 && cluster.isPrimary) {
    const { runWorkers } = await import('./server/workers.js');
    runWorkers(settings);
  } else {
    const serviceName = tracedServiceName();
    const stopTracing = serviceName
      ? await (await import('./lib/tracing/start-tracing.js')).startTracing(serviceName)
      : undefined;
    const { serve } = await import('./serve.js');
    await serve(settings, stopTracing);
  }
} catch (error) {
  const { explain } = await import('./server/explain.js');
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

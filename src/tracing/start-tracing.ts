import { createRequire } from 'node:module';
import { type TracingSettings } from '../config/tracing.js';

/** Ends tracing after sending all pending spans. */
export type StopTracing = () => Promise<void>;

/** Modules that must be required early: they are instrumented then, and imports get the same objects. */
const INSTRUMENTED = ['http', 'https', 'mysql2'];

/**
 * Starts the OpenTelemetry SDK, which reads its standard variables (`OTEL_*`). Call it before the service is imported.
 * @throws {Error} if its packages are not installed
 */
export async function startTracing({ serviceName }: TracingSettings): Promise<StopTracing> {
  const { NodeSDK, HttpInstrumentation, MySQL2Instrumentation } = await packages();
  const sdk = new NodeSDK({
    // Metrics and logs are not exported: Prometheus reads the metrics, and the log goes to stdout.
    ...{ serviceName, metricReaders: [], logRecordProcessors: [] },
    instrumentations: [
      new HttpInstrumentation({ ignoreIncomingRequestHook: ({ url = '' }) => /^\/(health\/|metrics)/.test(url) }),
      new MySQL2Instrumentation(),
    ],
  });
  sdk.start();
  const require = createRequire(import.meta.url);
  for (const name of INSTRUMENTED) require(name);
  return () => sdk.shutdown();
}

/** The packages are optional, and not loaded without tracing. */
async function packages() {
  try {
    const [sdk, http, mysql2] = await Promise.all([
      import('@opentelemetry/sdk-node'),
      import('@opentelemetry/instrumentation-http'),
      import('@opentelemetry/instrumentation-mysql2'),
    ]);
    return { ...sdk, ...http, ...mysql2 };
  } catch (error) {
    const message =
      'OTEL_EXPORTER_OTLP_ENDPOINT needs packages that are not installed: run npm install --include=optional.';
    throw new Error(message, { cause: error });
  }
}

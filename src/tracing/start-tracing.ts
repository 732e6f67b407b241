import { createRequire } from 'node:module';
import { type TracingSettings } from '../config/tracing.js';

/** Ends tracing: what has not been sent yet is sent. */
export type StopTracing = () => Promise<void>;

/** Modules that are instrumented when they are required: the same objects that imports get. */
const INSTRUMENTED = ['http', 'https', 'mysql2'];

/**
 * Starts the OpenTelemetry SDK, which reads its standard variables (`OTEL_*`). To be called before the service is imported.
 * @throws {Error} where its packages are not installed
 */
export async function startTracing({ serviceName }: TracingSettings): Promise<StopTracing> {
  const { NodeSDK, HttpInstrumentation, MySQL2Instrumentation } = await packages();
  const sdk = new NodeSDK({
    // Prometheus reads the metrics, and the log goes to stdout.
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

/** Optional packages: without tracing none of them is loaded. */
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

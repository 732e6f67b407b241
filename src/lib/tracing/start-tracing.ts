import { type IncomingMessage, type RequestOptions } from 'node:http';
import { createRequire } from 'node:module';
import { recordStatementsBy } from './statement-spans.js';

/** Ends tracing after sending all pending spans. */
export type StopTracing = () => Promise<void>;

/** Modules that must be required early: they are instrumented then, and imports get the same objects. */
const INSTRUMENTED = ['http', 'https', 'mysql2'];

/**
 * Starts the OpenTelemetry SDK, which reads its standard variables (`OTEL_*`). Call it before the service is imported.
 * @throws {Error} if its packages are not installed
 */
export async function startTracing(serviceName: string): Promise<StopTracing> {
  const { NodeSDK, HttpInstrumentation, MySQL2Instrumentation, api } = await packages();
  const sdk = new NodeSDK({
    // Metrics and logs are not exported: Prometheus reads the metrics, and the log goes to stdout.
    ...{ serviceName, metricReaders: [], logRecordProcessors: [] },
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url = '' }) => /^\/(health\/|metrics)/.test(url),
        startIncomingSpanHook: withoutPassword,
        startOutgoingSpanHook: originAlone,
      }),
      // Statements appear without their values, some of which are secret.
      new MySQL2Instrumentation({ maskStatement: true }),
    ],
  });
  sdk.start();
  const tracer = api.trace.getTracer(serviceName);
  recordStatementsBy((sql, milliseconds, error) => {
    const [name] = sql.trimStart().split(/\s/, 1);
    const span = tracer.startSpan(name!, {
      kind: api.SpanKind.CLIENT,
      startTime: Date.now() - milliseconds,
      attributes: { 'db.system': 'sqlite', 'db.statement': sql },
    });
    if (error) span.setStatus({ code: api.SpanStatusCode.ERROR, message: error.message });
    span.end();
  });
  const require = createRequire(import.meta.url);
  for (const name of INSTRUMENTED) require(name);
  return () => sdk.shutdown();
}

const REDACTED = 'REDACTED';

/** The password of an event may be part of the query. */
function withoutPassword({ url = '/', headers: { host = 'localhost' } }: IncomingMessage): Record<string, string> {
  const [path, query = ''] = url.split(/\?(.*)/s);
  const names = [...new URLSearchParams(query).keys()];
  if (!names.some((name) => name.toLowerCase().includes('password'))) return {};
  const target = `${path}?${REDACTED}`;
  return { 'http.url': `http://${host}${target}`, 'http.target': target, 'url.query': REDACTED };
}

/** The path, query and user name in the address of a webhook's receiver may be secret. */
function originAlone({ protocol, hostname, host, port }: RequestOptions): Record<string, string> {
  const origin = `${protocol ?? 'http:'}//${hostname ?? host ?? 'localhost'}${port ? `:${port}` : ''}/`;
  return { 'http.url': origin, 'http.target': '/', 'url.full': origin };
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

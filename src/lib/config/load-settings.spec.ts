import { readdirSync, readFileSync } from 'node:fs';
import { tracedServiceName } from './load-settings.js';

describe('tracedServiceName', () => {
  it.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    [{ OTEL_SERVICE_NAME: 'calendar' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' }, false],
  ])('of %j are there: %s', (environment, isTraced) => {
    expect(tracedServiceName(environment) !== undefined).toBe(isTraced);
  });

  it('decides alone whether OpenTelemetry is loaded: nothing imports it otherwise', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.spec)\.ts$/.test(file),
    );
    const texts = new Map(files.map((file) => [file, readFileSync(`src/${file}`, 'utf8')]));
    const naming = (pattern: RegExp) => files.filter((file) => pattern.test(texts.get(file)!));
    expect(naming(/from '@opentelemetry/)).toEqual([]);
    expect(naming(/import\('@opentelemetry/)).toEqual(['lib/tracing/start-tracing.ts']);
    expect(naming(/start-tracing\.js/)).toEqual(['main.ts', 'serve.ts']);
    expect(texts.get('serve.ts')).toContain("import { type StopTracing } from './lib/tracing/start-tracing.js'");
    expect(texts.get('main.ts')).toContain("await import('./lib/tracing/start-tracing.js')");
  });
});

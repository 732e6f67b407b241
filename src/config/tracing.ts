/** Options of tracing in addition to the variables that OpenTelemetry reads itself. */
export interface TracingSettings {
  readonly serviceName: string;
}

/** @returns undefined unless the standard variables of OpenTelemetry switch tracing on */
export function tracingSettings(environment: NodeJS.ProcessEnv = process.env): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = environment;
  const isOff = environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true';
  if (isOff || (!all && !traces)) return undefined;
  return { serviceName: environment['OTEL_SERVICE_NAME'] || 'calendar' };
}

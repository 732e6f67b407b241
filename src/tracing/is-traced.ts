/** Whether the standard variables of OpenTelemetry switch tracing on. */
export function isTraced(environment: NodeJS.ProcessEnv): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = environment;
  return environment['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true' && Boolean(all || traces);
}

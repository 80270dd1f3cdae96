import type { TracingConfig } from '../config/config.ts'
import type { Logger } from '../logging/logger.ts'
import { withTimeout } from '../time/with-timeout.ts'
import type { Tracer } from './tracer.ts'

const FLUSH_MS = 1_000

/** Starts exporting traces if an endpoint is configured. Otherwise, OpenTelemetry is not loaded. */
export async function openTracing(
  service: string,
  config: TracingConfig,
  log: Logger,
): Promise<{ tracer?: Tracer; stop(): Promise<void> }> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT } = config
  if (!OTEL_EXPORTER_OTLP_ENDPOINT) return { stop: async () => {} }
  const { exportTraces } = await import('./open-telemetry.ts')
  const { tracer, stop } = exportTraces(service, { ...config, OTEL_EXPORTER_OTLP_ENDPOINT }, log)
  return {
    tracer,
    // The exporter itself logs outages of the collector, so errors are ignored here.
    stop: () => withTimeout(FLUSH_MS, 'Sending the last spans', stop()).catch(() => {}),
  }
}

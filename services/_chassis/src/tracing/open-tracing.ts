import type { TracingConfig } from '../config.ts'
import type { Logger } from '../logger.ts'
import { withTimeout } from '../with-timeout.ts'
import type { Tracer } from './tracer.ts'

/** What a stop gives the collector for the last spans. */
const FLUSH_MS = 1_000

/** Exports the traces of a process where an endpoint is named. Where none is, what does that is not even loaded. */
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
    // Whatever is lost then was told of already.
    stop: () => withTimeout(FLUSH_MS, 'Sending the last spans', stop()).catch(() => {}),
  }
}

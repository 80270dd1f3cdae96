import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingConfig } from '../config/config.ts'
import type { Logger } from '../logging/logger.ts'
import { newUnsampledTrace, type TraceContext } from './trace-context.ts'
import type { Tracer } from './tracer.ts'

/** Maximum number of spans that wait for the collector. Further spans are dropped. */
const MAX_QUEUE = 4_096
const BATCH = 512
const SEND_EACH_MS = 1_000
const SEND_LIMIT_MS = 5_000
/** Maximum length of an attribute. Long attributes are mainly SQL texts. */
const MAX_ATTRIBUTE_LENGTH = 2_000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, producer: SpanKind.PRODUCER, consumer: SpanKind.CONSUMER }

function rootSampler({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: TracingConfig): Sampler {
  if (OTEL_TRACES_SAMPLER === 'parentbased_always_off') return new AlwaysOffSampler()
  return OTEL_TRACES_SAMPLER === 'parentbased_traceidratio' ? new TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG) : new AlwaysOnSampler()
}

/** Wraps an exporter. Logs when the collector becomes unreachable, and when it is reachable again. */
function withOutageLog(exporter: SpanExporter, log: Logger): SpanExporter {
  let isAway = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined
        if (hasFailed && !isAway) log.warn({ err: result.error }, 'traces are lost: the collector does not accept them')
        if (!hasFailed && isAway) log.info('the collector accepts traces again')
        isAway = hasFailed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}

const under = ({ traceId, spanId, isSampled }: TraceContext): Context =>
  trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true })

/** Creates a tracer that sends spans to an OTLP collector by HTTP, in the background. */
export function exportTraces(service: string, config: TracingConfig & { OTEL_EXPORTER_OTLP_ENDPOINT: string }, log: Logger) {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')
  const root = rootSampler(config)
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root }),
    // OpenTelemetry's environment variables are merged last, so that they override the service's name.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withOutageLog(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_LIMIT_MS }), log),
        maxQueueSize: MAX_QUEUE,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: SEND_EACH_MS,
      }),
    ],
  })
  const otel = provider.getTracer('palmetto')

  const tracer: Tracer = {
    // The ratio sampler decides by the trace id. A caller could choose an id that is always sampled, so a new random id is used instead.
    samples: () =>
      root.shouldSample(ROOT_CONTEXT, newUnsampledTrace().traceId, '', SpanKind.SERVER, {}, []).decision ===
      SamplingDecision.RECORD_AND_SAMPLED,
    start({ name, kind, attributes }, parent) {
      const span = otel.startSpan(name, { kind: kinds[kind], attributes }, parent ? under(parent) : ROOT_CONTEXT)
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        trace: { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
        note: (more) => void span.setAttributes(more),
        end(error) {
          if (error !== undefined)
            span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : String(error) })
          span.end()
        },
      }
    },
  }
  return { tracer, stop: () => provider.shutdown() }
}

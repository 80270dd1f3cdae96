import { newUnsampledTrace, type TraceContext } from '../tracing/trace-context.ts'
import type { Attributes, NewSpan, Tracer } from '../tracing/tracer.ts'

export interface RecordedSpan extends NewSpan {
  trace: TraceContext
  parent: TraceContext | undefined
  attributes: Attributes
  error: unknown
}

export function recordingTracer(): { tracer: Tracer; spans: RecordedSpan[] } {
  const spans: RecordedSpan[] = []
  const tracer: Tracer = {
    samples: () => true,
    start(span, parent) {
      const begun = newUnsampledTrace()
      const trace = { ...begun, ...(parent && { traceId: parent.traceId }), isSampled: true }
      let attributes: Attributes = { ...span.attributes }
      return {
        trace,
        note(more) {
          attributes = { ...attributes, ...more }
        },
        end: (error) => void spans.push({ ...span, trace, parent, attributes, error }),
      }
    },
  }
  return { tracer, spans }
}

// Replaces the tracing modules (see `switch-tracing.ts`). While tracing is off, the functions parse no trace headers, generate no ids and
// record no spans.
import { runInContext } from '@app/chassis/context.ts'
import * as open from '@app/chassis/tracing/open-tracing.ts'
import * as span from '@app/chassis/tracing/span.ts'
import * as trace from '@app/chassis/tracing/trace-context.ts'

const ignoreNote = () => {}

export const inSpan = (describe, work) => (isTracing ? span.inSpan(describe, work) : work(ignoreNote))
export const inContextSpan = (context, description, work) =>
  isTracing ? span.inContextSpan(context, description, work) : runInContext(context, () => work(ignoreNote))
export const parseTraceparent = (header) => (isTracing ? trace.parseTraceparent(header) : undefined)
export const traceparentOf = (context) => (isTracing ? trace.traceparentOf(context) : '')
export const newUnsampledTrace = () => (isTracing ? trace.newUnsampledTrace() : undefined)

export async function openTracing(...options) {
  const { tracer, ...rest } = await open.openTracing(...options)
  return {
    ...rest,
    tracer: tracer && { samples: () => isTracing && tracer.samples(), start: (...span) => (isTracing ? tracer.start(...span) : undefined) },
  }
}

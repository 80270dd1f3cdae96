import { activeContext, type Context, runInContext } from '../logging/context.ts'
import { newUnsampledTrace } from './trace-context.ts'
import type { Attributes, NewSpan, OpenSpan } from './tracer.ts'

type Note = (attributes: Attributes) => void

const ignoreNote: Note = () => {}

async function within<T>(span: OpenSpan, context: Context, work: (note: Note) => Promise<T>): Promise<T> {
  try {
    const result = await runInContext({ ...context, trace: span.trace }, () => work(span.note))
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** Runs `work` in a span. If the current trace is not sampled, there is no span and `describe` is not called. */
export function inSpan<T>(describe: () => NewSpan, work: (note: Note) => Promise<T>): Promise<T> {
  const context = activeContext()
  if (!context?.tracer || !context.trace?.isSampled) return work(ignoreNote)
  return within(context.tracer.start(describe(), context.trace), context, work)
}

/** Runs `work` with a context, for example of an event. The span continues the trace of the context, or begins a new trace. */
export function inContextSpan<T>(context: Context, span: NewSpan, work: (note: Note) => Promise<T>): Promise<T> {
  const { tracer, trace } = context
  if (tracer) return within(tracer.start(span, trace), context, work)
  return runInContext({ ...context, trace: trace ?? newUnsampledTrace() }, () => work(ignoreNote))
}

import { activeContext, type Context, runInContext } from '../context.ts'
import { newUnsampledTrace } from './trace-context.ts'
import type { Attributes, NewSpan, OpenSpan } from './tracer.ts'

/** What a span is told while it is open. */
type Note = (attributes: Attributes) => void

const toNobody: Note = () => {}

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

/** Does a part of what is under way, as a span of its trace. Where that is not kept, it is just done, and nothing is described. */
export function inSpan<T>(describe: () => NewSpan, work: (note: Note) => Promise<T>): Promise<T> {
  const context = activeContext()
  if (!context?.tracer || !context.trace?.isSampled) return work(toNobody)
  return within(context.tracer.start(describe(), context.trace), context, work)
}

/** Does what begins here with a context of its own: an event, a piece of work. It is in the trace of its cause, or begins one. */
export function inContextSpan<T>(context: Context, span: NewSpan, work: (note: Note) => Promise<T>): Promise<T> {
  const { tracer, trace } = context
  if (tracer) return within(tracer.start(span, trace), context, work)
  return runInContext({ ...context, trace: trace ?? newUnsampledTrace() }, () => work(toNobody))
}

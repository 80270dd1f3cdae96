import type { EventEnvelope } from '../messaging/event.ts'
import type { Transport } from '../messaging/transport.ts'
import { parseTraceparent, traceparentOf } from './trace-context.ts'
import type { Tracer } from './tracer.ts'

/** Publishes each event of a sampled trace in a span. The event's `traceparent` then names this span, the parent of the consumer's span. */
export function tracePublishing(transport: Transport, tracer: Tracer | undefined): Transport {
  if (!tracer) return transport

  function begin(event: EventEnvelope) {
    const cause = parseTraceparent(event.traceparent)
    if (!cause?.isSampled) return { event }
    const attributes = { 'messaging.destination.name': event.type, 'messaging.message.id': event.id }
    const span = tracer?.start({ name: `publish ${event.type}`, kind: 'producer', attributes }, cause)
    return { event: { ...event, ...(span && { traceparent: traceparentOf(span.trace) }) }, span }
  }

  return {
    ...transport,
    async publish(batch) {
      const begun = batch.map(begin)
      try {
        const outcomes = await transport.publish(begun.map(({ event }) => event))
        for (const [at, { span }] of begun.entries()) span?.end(outcomes[at] === 'failed' ? 'failed' : undefined)
        return outcomes
      } catch (error) {
        for (const { span } of begun) span?.end(error)
        throw error
      }
    },
  }
}

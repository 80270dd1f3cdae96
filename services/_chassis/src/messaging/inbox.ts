import type { EventContract } from '@app/contracts/define.ts'
import type { Role } from '@app/contracts/http/identity.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Context, runInContext } from '../context.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { inContextSpan } from '../tracing/span.ts'
import { parseTraceparent } from '../tracing/trace-context.ts'
import type { NewSpan, Tracer } from '../tracing/tracer.ts'
import { withTimeout } from '../with-timeout.ts'
import { dataFault, type EventEnvelope, isEnvelope, type ReceivedEvent } from './event.ts'

/** One line of a service's table of consumers. */
export interface Subscription<T> {
  event: EventContract
  handle(trx: Transaction<T>, event: ReceivedEvent<EventContract>): Promise<void>
}

/** A message that no try will ever make sense of. */
export class UnusableMessage extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'UnusableMessage'
  }
}

/** An event that this version does not know, or whose data is not as it knows it: a newer version's, it may be. */
export class UnknownEvent extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'UnknownEvent'
  }
}

/** An event with what the service does about it. */
export interface Work<T> {
  event: ReceivedEvent<EventContract>
  subscription: Subscription<T>
}

/** Validates a message against the envelope and its event contract. Throws `UnusableMessage` or `UnknownEvent`. */
export function parseMessage<T>(message: unknown, byType: ReadonlyMap<string, Subscription<T>>): Work<T> {
  if (!isEnvelope(message)) throw new UnusableMessage('not a CloudEvents 1.0 event of ours')
  const subscription = byType.get(message.type)
  if (!subscription) throw new UnknownEvent(`nothing here handles ${message.type}`)
  const fault = dataFault(subscription.event, message.data)
  if (fault) throw new UnknownEvent(fault)
  return { event: message as ReceivedEvent<EventContract>, subscription }
}

/** The event is the cause of what its handler does, and whoever caused the event still is the actor. */
const contextOf = ({ id, correlationid, traceparent, actorid, actorrole }: EventEnvelope): Context => ({
  correlationId: correlationid,
  causationId: id,
  trace: parseTraceparent(traceparent),
  ...(actorid && actorrole && { actor: { id: actorid, role: actorrole as Role } }),
})

/** Does something about a message in the context of its event, for log lines above all; of what is no event, in none. */
export const inContextOf = <R>(message: unknown, work: () => R): R =>
  isEnvelope(message) ? runInContext(contextOf(message), work) : work()

const spanOf = ({ id, type, subject }: EventEnvelope): NewSpan => ({
  name: `process ${type}`,
  kind: 'consumer',
  attributes: { 'messaging.operation.type': 'process', 'messaging.message.id': id, 'cloudevents.event_subject': subject },
})

/** The database and service for which events are handled, with the time limit of a handler. */
export interface HandlerOptions<T> {
  service: string
  db: Kysely<T>
  /** Time limit of a handler in ms. A handler that never ends would block its partition and a connection. */
  handlerLimitMs: number
  tracer?: Tracer
}

/**
 * Brings about the effects of events in one transaction with their inbox rows; those already in the inbox do nothing.
 * `alongside` runs in that transaction too. Answers the works that had an effect.
 */
export function handleOnce<T>(
  { service, db, handlerLimitMs, tracer }: HandlerOptions<T>,
  works: readonly Work<T>[],
  alongside?: (trx: Transaction<T>) => Promise<void>,
): Promise<Work<T>[]> {
  return inTransaction(db, async (trx) => {
    // In order of ids, so that two replicas with the same events wait for each other instead of locking each other out.
    const ids = works.map(({ event }) => event.id).sort()
    const { rows } = await sql<{ event_id: string }>`
      insert into inbox (consumer, event_id) select ${service}, unnest(${ids}::uuid[])
      on conflict do nothing returning event_id`.execute(trx)
    const fresh = new Set(rows.map((row) => row.event_id))
    // `delete` answers whether it was there: an id that came twice is handled once.
    const handled = works.filter(({ event }) => fresh.delete(event.id.toLowerCase()))
    for (const { event, subscription } of handled) {
      const effect = inContextSpan({ ...contextOf(event), tracer }, spanOf(event), () => subscription.handle(trx, event))
      await withTimeout(handlerLimitMs, `Handling ${event.type}`, effect)
    }
    await alongside?.(trx)
    return handled
  })
}

import type { EventContract } from '@app/contracts/define.ts'
import type { Role } from '@app/contracts/http/session.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { inTransaction } from '../db/in-transaction.ts'
import { subjectHashes } from '../erasure/erased-subjects.ts'
import { type Context, runInContext } from '../logging/context.ts'
import { withTimeout } from '../time/with-timeout.ts'
import { inContextSpan } from '../tracing/span.ts'
import { parseTraceparent } from '../tracing/trace-context.ts'
import type { NewSpan, Tracer } from '../tracing/tracer.ts'
import { dataFault, type EventEnvelope, isEnvelope, type ReceivedEvent } from './event.ts'

export interface Subscription<T> {
  event: EventContract
  handle(trx: Transaction<T>, event: ReceivedEvent<EventContract>): Promise<void>
}

/** The message is not an event, so it is given up without a retry. */
export class UnusableMessage extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'UnusableMessage'
  }
}

/** The event's type is unknown, or its data does not match the contract. A newer release may be able to handle it. */
export class UnknownEvent extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'UnknownEvent'
  }
}

export interface Work<T> {
  event: ReceivedEvent<EventContract>
  subscription: Subscription<T>
}

export function parseMessage<T>(message: unknown, byType: ReadonlyMap<string, Subscription<T>>): Work<T> {
  if (!isEnvelope(message)) throw new UnusableMessage('the message is not a CloudEvents 1.0 event of this product')
  const subscription = byType.get(message.type)
  if (!subscription) throw new UnknownEvent(`no handler for ${message.type}`)
  const fault = dataFault(subscription.event, message.data)
  if (fault) throw new UnknownEvent(fault)
  return { event: message as ReceivedEvent<EventContract>, subscription }
}

const contextOf = ({ id, correlationid, traceparent, actorid, actorrole }: EventEnvelope): Context => ({
  correlationId: correlationid,
  causationId: id,
  trace: parseTraceparent(traceparent),
  ...(actorid && actorrole && { actor: { id: actorid, role: actorrole as Role } }),
})

/** Adds the event's ids to the log lines of `work`. If the message is not an event, `work` runs without a context. */
export const inContextOf = <R>(message: unknown, work: () => R): R =>
  isEnvelope(message) ? runInContext(contextOf(message), work) : work()

const spanOf = ({ id, type, subject }: EventEnvelope): NewSpan => ({
  name: `process ${type}`,
  kind: 'consumer',
  attributes: { 'messaging.operation.type': 'process', 'messaging.message.id': id, 'cloudevents.event_subject': subject },
})

export interface HandlerOptions<T> {
  service: string
  db: Kysely<T>
  /** Time limit of a handler in milliseconds. A handler that never ends would otherwise block a partition and a connection. */
  handlerLimitMs: number
  tracer?: Tracer
}

/**
 * Handles events and inserts their inbox rows in one transaction. Skips events that already have a row, and events about erased companies
 * and owners. Returns the handled events.
 */
export function handleOnce<T>(
  { service, db, handlerLimitMs, tracer }: HandlerOptions<T>,
  works: readonly Work<T>[],
  alongside?: (trx: Transaction<T>) => Promise<void>,
): Promise<Work<T>[]> {
  return inTransaction(db, async (trx) => {
    // The ids are sorted, because two replicas that insert the same ids in different orders would deadlock.
    const ids = works.map(({ event }) => event.id).sort()
    const subjects = new Map(works.map((work) => [work, subjectHashes(work.event)]))
    const { rows } = await sql<{ event_id: string; erased: string[] }>`
      insert into inbox (consumer, event_id) select ${service}, unnest(${ids}::uuid[])
      on conflict do nothing
      returning event_id, array(select id_hash from erased_subject where id_hash = any(${[...subjects.values()].flat()})) as erased`.execute(
      trx,
    )
    const fresh = new Set(rows.map((row) => row.event_id))
    const erased = new Set(rows[0]?.erased)
    // `delete` returns false for the second event with the same id, so that a duplicate in the batch is not handled.
    const unhandled = works.filter(({ event }) => fresh.delete(event.id.toLowerCase()))
    const handled = unhandled.filter((work) => !subjects.get(work)?.some((hash) => erased.has(hash)))
    for (const { event, subscription } of handled) {
      const effect = inContextSpan({ ...contextOf(event), tracer }, spanOf(event), () => subscription.handle(trx, event))
      await withTimeout(handlerLimitMs, `Handling ${event.type}`, effect)
    }
    await alongside?.(trx)
    return handled
  })
}

import { type Kysely, sql } from 'kysely'
import { inTransaction } from '../db/in-transaction.ts'
import type { EventEnvelope } from './event.ts'
import type { PublishOutcome, Transport } from './transport.ts'

export const BATCH = 200

/**
 * Tries (at growing distances, about a minute in all) before an event that no consumer asks for is let go. Long enough
 * for services that start at the same time to declare their queues; after that, a later consumer starts from then on.
 */
const TRIES_WITHOUT_CONSUMER = 7
const MAX_DELAY_S = 30

interface Claimed {
  id: string
  event: EventEnvelope
  attempts: number
}

export interface Batch {
  /** Claimed rows; a full batch means that there may be more. */
  size: number
  delivered: number
  /** Types of events let go because nobody asks for them. */
  dropped: readonly string[]
  /** `/<service>` whose outbox this is, once it held a row. */
  source?: string
}

/**
 * Publishes the oldest rows that no other replica holds. Rows are never passed over by a highest id: a transaction that
 * commits late may hold a lower one.
 */
export function publishBatch<T>(db: Kysely<T>, transport: Transport): Promise<Batch> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<Claimed>`
      select id, event, attempts from outbox where available_at <= now()
      order by id for update skip locked limit ${BATCH}`.execute(trx)
    if (rows.length === 0) return { size: 0, delivered: 0, dropped: [] }
    const outcomes = await transport.publish(rows.map(({ event }) => event))
    const isDropped = ({ attempts }: Claimed, outcome?: PublishOutcome) =>
      outcome === 'unroutable' && attempts + 1 >= TRIES_WITHOUT_CONSUMER
    const dropped = rows.filter((row, at) => isDropped(row, outcomes[at]))
    const done = rows.filter((row, at) => outcomes[at] === 'delivered' || isDropped(row, outcomes[at]))
    const kept = rows.filter((row) => !done.includes(row))
    if (done.length) await sql`delete from outbox where id = any(${done.map(({ id }) => id)}::uuid[])`.execute(trx)
    if (kept.length) {
      await sql`
        update outbox set attempts = attempts + 1, available_at = now() + least(${MAX_DELAY_S}, power(2, least(attempts, 10))) * interval '1 second'
        where id = any(${kept.map(({ id }) => id)}::uuid[])`.execute(trx)
    }
    return {
      size: rows.length,
      delivered: done.length - dropped.length,
      dropped: [...new Set(dropped.map(({ event }) => event.type))],
      source: rows[0]?.event.source,
    }
  })
}

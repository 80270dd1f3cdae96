import { type Kysely, sql } from 'kysely'
import { inTransaction } from '../db/in-transaction.ts'
import { claimUnroutable, markRouted, moveToLog, type StoredEvent, unroutableTypes } from './event-log.ts'
import type { PublishOutcome, Transport } from './transport.ts'

export const BATCH = 200
const MAX_DELAY_S = 30

export interface Batch {
  /** Number of claimed rows. If this equals `BATCH`, the outbox may contain more rows. */
  size: number
  delivered: number
  unroutable: readonly string[]
  /** Service that published the events, as `/<service>`. Absent if the outbox is empty. */
  source?: string
}

const eventsOf = (rows: readonly StoredEvent[]) => rows.map(({ event }) => event)
const typesOf = (rows: readonly StoredEvent[]): string[] => [...new Set(rows.map(({ event }) => event.type))]

/** Publishes rows. Returns a function that returns the rows with a given outcome. */
async function publish(transport: Transport, rows: readonly StoredEvent[]): Promise<(outcome: PublishOutcome) => StoredEvent[]> {
  const outcomes = await transport.publish(eventsOf(rows))
  return (outcome) => rows.filter((_, at) => outcomes[at] === outcome)
}

/**
 * Publishes the oldest rows of the outbox that no other replica has locked. The query also reads ids below the last published id, because a
 * transaction that commits late may contain a lower id. If `available_at` is further in the future than the row's retry delay, the clock
 * was set back. Such a row is also due.
 */
export function publishBatch<T>(db: Kysely<T>, transport: Transport): Promise<Batch> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<StoredEvent>`
      select id, event from outbox
      where available_at <= now() or available_at > now() + least(${MAX_DELAY_S}, power(2, least(attempts, 10) - 1)) * interval '1 second'
      order by id for update skip locked limit ${BATCH}`.execute(trx)
    if (rows.length === 0) return { size: 0, delivered: 0, unroutable: [] }
    const rowsWith = await publish(transport, rows)
    const [delivered, unroutable, failed] = [rowsWith('delivered'), rowsWith('unroutable'), rowsWith('failed')]
    await moveToLog(trx, delivered, { isUnroutable: false })
    await moveToLog(trx, unroutable, { isUnroutable: true })
    if (failed.length) {
      await sql`
        update outbox set attempts = attempts + 1, available_at = now() + least(${MAX_DELAY_S}, power(2, least(attempts, 10))) * interval '1 second'
        where id = any(${failed.map(({ id }) => id)}::uuid[])`.execute(trx)
    }
    return { size: rows.length, delivered: delivered.length, unroutable: typesOf(unroutable), source: rows[0]?.event.source }
  })
}

/** Republishes the oldest unroutable events of a type. Returns how many events were delivered. */
function republishType<T>(db: Kysely<T>, transport: Transport, type: string, limit: number): Promise<number> {
  return inTransaction(db, async (trx) => {
    const rows = await claimUnroutable(trx, type, limit)
    if (rows.length === 0) return 0
    const delivered = (await publish(transport, rows))('delivered')
    if (delivered.length) await markRouted(trx, delivered)
    return delivered.length
  })
}

/**
 * Republishes one unroutable event of each type. If this event is delivered, republishes the other events of its type too. Returns the
 * number of delivered events.
 */
export async function republishUnroutable<T>(db: Kysely<T>, transport: Transport, signal: AbortSignal): Promise<number> {
  let total = 0
  for (const type of await unroutableTypes(db)) {
    let limit = 1
    while (!signal.aborted) {
      const delivered = await republishType(db, transport, type, limit)
      total += delivered
      if (delivered < limit) break
      limit = BATCH
    }
  }
  return total
}

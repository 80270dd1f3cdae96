import { type Kysely, sql } from 'kysely'
import { inTransaction } from '../db/in-transaction.ts'
import { claimUnroutable, markRouted, moveToLog, type StoredEvent, unroutableTypes } from './event-log.ts'
import type { PublishOutcome, Transport } from './transport.ts'

export const BATCH = 200
const MAX_DELAY_S = 30

export interface Batch {
  /** Claimed rows; a full batch means that there may be more. */
  size: number
  delivered: number
  /** Types of events that nobody asks for. */
  unroutable: readonly string[]
  /** `/<service>` whose outbox this is, once it held a row. */
  source?: string
}

const eventsOf = (rows: readonly StoredEvent[]) => rows.map(({ event }) => event)
const typesOf = (rows: readonly StoredEvent[]): string[] => [...new Set(rows.map(({ event }) => event.type))]

/** Publishes rows; answers which of them had an outcome. */
async function publish(transport: Transport, rows: readonly StoredEvent[]): Promise<(outcome: PublishOutcome) => StoredEvent[]> {
  const outcomes = await transport.publish(eventsOf(rows))
  return (outcome) => rows.filter((_, at) => outcomes[at] === outcome)
}

/**
 * Publishes the oldest rows that no other replica holds. Rows are never passed over by a highest id: a transaction that
 * commits late may hold a lower one. A row that is further away than it can have been put off is due as well: the clock
 * went back.
 */
export function publishBatch<T>(db: Kysely<T>, transport: Transport): Promise<Batch> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<StoredEvent>`
      select id, event from outbox
      where available_at <= now() or available_at > now() + least(${MAX_DELAY_S}, power(2, least(attempts, 10) - 1)) * interval '1 second'
      order by id for update skip locked limit ${BATCH}`.execute(trx)
    if (rows.length === 0) return { size: 0, delivered: 0, unroutable: [] }
    const having = await publish(transport, rows)
    const [delivered, unroutable, failed] = [having('delivered'), having('unroutable'), having('failed')]
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

/** Offers the oldest unroutable events of one type. Answers how many were taken. */
function offer<T>(db: Kysely<T>, transport: Transport, type: string, limit: number): Promise<number> {
  return inTransaction(db, async (trx) => {
    const rows = await claimUnroutable(trx, type, limit)
    if (rows.length === 0) return 0
    const taken = (await publish(transport, rows))('delivered')
    if (taken.length) await markRouted(trx, taken)
    return taken.length
  })
}

/**
 * Offers one event of each type that nobody asked for before; where it is taken, all others of the type follow. So it costs
 * the same however many of them wait. Answers how many were taken.
 */
export async function republishUnroutable<T>(db: Kysely<T>, transport: Transport, signal: AbortSignal): Promise<number> {
  let total = 0
  for (const type of await unroutableTypes(db)) {
    let limit = 1
    while (!signal.aborted) {
      const taken = await offer(db, transport, type, limit)
      total += taken
      if (taken < limit) break
      limit = BATCH
    }
  }
  return total
}

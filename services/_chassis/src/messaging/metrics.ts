import { type Kysely, type RawBuilder, sql } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'

/** What the messages of a service are counted by. */
export interface MessagingMetrics {
  published(count: number): void
  consumed(type: string): void
  deadLettered(): void
  /** Events whose days in the log ended before anybody asked for them. */
  expired(count: number): void
}

const MOST_COUNTED = 10_000

/** Counters in a service's registry, and how much waits in its tables, looked up when somebody asks. */
export function messagingMetrics<T>(registry: Registry, db: Kysely<T>): MessagingMetrics {
  const registers = [registry]
  const published = new Counter({ name: 'events_published_total', help: 'Events the transport took', registers })
  const consumed = new Counter({ name: 'events_consumed_total', help: 'Events with an effect', labelNames: ['type'], registers })
  const deadLettered = new Counter({ name: 'events_dead_lettered_total', help: 'Messages given up', registers })
  const expired = new Counter({ name: 'events_expired_total', help: 'Events that nobody asked for as long as they were kept', registers })

  const sizeOf = async (rowsOf: RawBuilder<unknown>): Promise<number> => {
    const { rows } = await sql<{ size: number }>`
      select count(*) as size from (select from ${rowsOf} limit ${MOST_COUNTED}) as counted`.execute(db)
    return rows[0]?.size ?? 0
  }
  const gauge = (name: string, help: string, rowsOf: RawBuilder<unknown>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // The other figures are worth having while the database is away.
        this.set(await sizeOf(rowsOf).catch(() => Number.NaN))
      },
    })
  gauge('outbox_events', `Events that wait to go out, counted up to ${MOST_COUNTED}`, sql`outbox`)
  gauge('unroutable_events', `Events that nobody has asked for yet, counted up to ${MOST_COUNTED}`, sql`event_log where is_unroutable`)
  gauge('dead_letter_events', `Events that failed or were not understood, counted up to ${MOST_COUNTED}`, sql`dead_letter`)

  return {
    published: (count) => published.inc(count),
    consumed: (type) => consumed.inc({ type }),
    deadLettered: () => deadLettered.inc(),
    expired: (count) => expired.inc(count),
  }
}

import { type Kysely, sql } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'

/** What the messages of a service are counted by. */
export interface MessagingMetrics {
  published(count: number): void
  consumed(type: string): void
  deadLettered(): void
}

const MOST_COUNTED = 10_000

/** Counters in a service's registry, and how much waits in its tables, looked up when somebody asks. */
export function messagingMetrics<T>(registry: Registry, db: Kysely<T>): MessagingMetrics {
  const registers = [registry]
  const published = new Counter({ name: 'events_published_total', help: 'Events the transport took', registers })
  const consumed = new Counter({ name: 'events_consumed_total', help: 'Events with an effect', labelNames: ['type'], registers })
  const deadLettered = new Counter({ name: 'events_dead_lettered_total', help: 'Messages given up', registers })

  const sizeOf = async (table: string): Promise<number> => {
    const { rows } = await sql<{ size: number }>`
      select count(*) as size from (select from ${sql.table(table)} limit ${MOST_COUNTED}) as counted`.execute(db)
    return rows[0]?.size ?? 0
  }
  const gauge = (name: string, help: string, table: string) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // The other figures are worth having while the database is away.
        this.set(await sizeOf(table).catch(() => Number.NaN))
      },
    })
  gauge('outbox_events', `Events that wait to go out, counted up to ${MOST_COUNTED}`, 'outbox')
  gauge('dead_letter_events', `Events whose handling failed, counted up to ${MOST_COUNTED}`, 'dead_letter')

  return {
    published: (count) => published.inc(count),
    consumed: (type) => consumed.inc({ type }),
    deadLettered: () => deadLettered.inc(),
  }
}

import { sql } from 'kysely'
import { Counter, Histogram } from 'prom-client'
import { lookupGauge } from '../companies/lookup-gauge.ts'
import { COUNT_MAX, countOf, type Figures } from '../db/figures.ts'

export interface MessagingMetrics {
  published(count: number): void
  /** Registers a gauge of messages that wait for this service. `waiting` returns their number. */
  watch(waiting: () => Promise<number>): void
  /** Counts the events of one transaction. `begunAt` is the value of `performance.now()` when the transaction began. */
  consumed(works: readonly { event: { type: string } }[], begunAt: number): void
  failed(): void
  deadLettered(): void
  expired(count: number): void
}

export function messagingMetrics<T>({ registry, db }: Figures<T>): MessagingMetrics {
  const registers = [registry]
  const published = new Counter({ name: 'events_published_total', help: 'Events that the transport has delivered', registers })
  const consumed = new Counter({ name: 'events_consumed_total', help: 'Events that were handled', labelNames: ['type'], registers })
  const batches = new Histogram({
    name: 'events_batch_duration_seconds',
    help: 'Duration of handling a batch of up to 50 events in one transaction',
    buckets: [0.01, 0.05, 0.25, 1, 5],
    registers,
  })
  const failed = new Counter({ name: 'events_failed_total', help: 'Failed attempts to handle an event', registers })
  const deadLettered = new Counter({ name: 'events_dead_lettered_total', help: 'Messages given up', registers })
  const expired = new Counter({ name: 'events_expired_total', help: 'Unroutable events that were deleted after 7 days', registers })

  const countedUp = `counted up to ${COUNT_MAX}`
  lookupGauge(registry, {
    name: 'outbox_events',
    help: `Events that are not published yet, ${countedUp}`,
    read: async () => [{ value: await countOf(db, sql`outbox`) }],
  })
  lookupGauge(registry, {
    name: 'outbox_oldest_seconds',
    help: 'Age of the oldest event that is not published yet',
    // The event with the lowest id is the oldest, because ids are UUID v7.
    async read() {
      const { rows } = await sql<{ age: number }>`
        select extract(epoch from now() - (event ->> 'time')::timestamptz)::float8 as age from outbox order by id limit 1`.execute(db)
      return [{ value: Math.max(rows[0]?.age ?? 0, 0) }]
    },
  })
  lookupGauge(registry, {
    name: 'unroutable_events',
    help: `Events to whose types no queue is bound, ${countedUp}`,
    read: async () => [{ value: await countOf(db, sql`event_log where is_unroutable`) }],
  })
  lookupGauge(registry, {
    name: 'dead_letter_events',
    help: `Events that failed or could not be parsed, waiting for a retry or given up; ${countedUp}`,
    labelNames: ['state'],
    read: async () => [
      { labels: { state: 'waiting' }, value: await countOf(db, sql`dead_letter where given_up_at is null`) },
      { labels: { state: 'given-up' }, value: await countOf(db, sql`dead_letter where given_up_at is not null`) },
    ],
  })

  return {
    watch: (waiting) =>
      lookupGauge(registry, {
        name: 'events_waiting',
        help: 'Messages that wait for this service at the broker, and those that this replica is handling',
        read: async () => [{ value: await waiting() }],
      }),
    published: (count) => published.inc(count),
    consumed(works, begunAt) {
      batches.observe((performance.now() - begunAt) / 1_000)
      for (const { event } of works) consumed.inc({ type: event.type })
    },
    failed: () => failed.inc(),
    deadLettered: () => deadLettered.inc(),
    expired: (count) => expired.inc(count),
  }
}

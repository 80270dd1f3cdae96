import { sql } from 'kysely'
import { Counter, Histogram } from 'prom-client'
import { COUNT_MAX, countOf, type Figures } from '../db/figures.ts'
import { lookupGauge } from '../lookup-gauge.ts'

/** What the messages of a service are counted by. */
export interface MessagingMetrics {
  published(count: number): void
  /** From now on it is shown how many messages wait for this service. */
  watch(waiting: () => Promise<number>): void
  /** These were handled together, since `begunAt` on this process's own clock. */
  consumed(works: readonly { event: { type: string } }[], begunAt: number): void
  /** A try at handling one failed. */
  failed(): void
  deadLettered(): void
  /** Events whose days in the log ended before anybody asked for them. */
  expired(count: number): void
}

/** Counters in a service's registry, and how much waits in its tables. */
export function messagingMetrics<T>({ registry, db }: Figures<T>): MessagingMetrics {
  const registers = [registry]
  const published = new Counter({ name: 'events_published_total', help: 'Events the transport took', registers })
  const consumed = new Counter({ name: 'events_consumed_total', help: 'Events with an effect', labelNames: ['type'], registers })
  const batches = new Histogram({
    name: 'events_batch_duration_seconds',
    help: 'How long it took to handle what had gathered, up to 50 events in one transaction',
    buckets: [0.01, 0.05, 0.25, 1, 5],
    registers,
  })
  const failed = new Counter({ name: 'events_failed_total', help: 'Events whose handling failed, at each try', registers })
  const deadLettered = new Counter({ name: 'events_dead_lettered_total', help: 'Messages given up', registers })
  const expired = new Counter({ name: 'events_expired_total', help: 'Events that nobody asked for as long as they were kept', registers })

  const countedUp = `counted up to ${COUNT_MAX}`
  lookupGauge(registry, {
    name: 'outbox_events',
    help: `Events that wait to go out, ${countedUp}`,
    read: async () => [{ value: await countOf(db, sql`outbox`) }],
  })
  lookupGauge(registry, {
    name: 'outbox_oldest_seconds',
    help: 'Since when the oldest event has waited to go out',
    // Ids begin with the time.
    async read() {
      const { rows } = await sql<{ age: number }>`
        select extract(epoch from now() - (event ->> 'time')::timestamptz)::float8 as age from outbox order by id limit 1`.execute(db)
      return [{ value: Math.max(rows[0]?.age ?? 0, 0) }]
    },
  })
  lookupGauge(registry, {
    name: 'unroutable_events',
    help: `Events that nobody has asked for yet, ${countedUp}`,
    read: async () => [{ value: await countOf(db, sql`event_log where is_unroutable`) }],
  })
  lookupGauge(registry, {
    name: 'dead_letter_events',
    help: `Events that failed or were not understood: waiting for their next try, or given up; ${countedUp}`,
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
        help: 'Messages that wait for this service at the broker, and those in the hands of this replica',
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

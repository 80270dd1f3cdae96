import { type RawBuilder, sql } from 'kysely'
import { Histogram } from 'prom-client'
import { type Figures, MOST_COUNTED } from '../db/figures.ts'
import { lookupGauge } from '../lookup-gauge.ts'
import type { Settlement } from './outcome.ts'
import type { Queue } from './queue.ts'

export interface WorkMetrics {
  /** From now on how much waits in this queue is shown. */
  watch(queue: Queue<unknown>): void
  /** A try has come to an end. */
  tried(queue: Queue<unknown>, settlement: Settlement, seconds: number): void
}

const outcomeOf = ({ state, counts }: Settlement): string => (state !== 'queued' ? state : counts ? 'retried' : 'held')

/** What a service's workers do, and what waits for them. */
export function workMetrics<T>({ registry, db }: Figures<T>): WorkMetrics {
  const queues = new Set<string>()
  const durations = new Histogram({
    name: 'work_duration_seconds',
    help: 'How long tries at work took, by what came of them: done, retried, held (what all of it needs is away), unknown or failed',
    labelNames: ['queue', 'outcome'],
    buckets: [0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  })

  /** One value for each queue, out of what is next in it. */
  async function ofEach(value: RawBuilder<number>) {
    const { rows } = await sql<{ queue: string; value: number }>`
      select queue.name as queue, ${value} as value from unnest(${[...queues]}::text[]) as queue (name)
      left join lateral (
        select state, created_at, due_at from work where queue = queue.name and state in ('queued', 'running', 'unknown')
        order by priority desc, due_at limit ${MOST_COUNTED}
      ) as work on true
      group by queue.name`.execute(db)
    return rows.map(({ queue, value }) => ({ labels: { queue }, value }))
  }
  const labelNames = ['queue'] as const
  lookupGauge(registry, {
    name: 'work_waiting',
    help: `Work that is neither settled nor in anybody's hands, counted up to ${MOST_COUNTED}`,
    labelNames,
    read: () => ofEach(sql`count(*) filter (where state <> 'running')`),
  })
  lookupGauge(registry, {
    name: 'work_running',
    help: `Work in the hands of some replica, counted up to ${MOST_COUNTED}`,
    labelNames,
    read: () => ofEach(sql`count(*) filter (where state = 'running')`),
  })
  lookupGauge(registry, {
    name: 'work_oldest_seconds',
    help: 'Since when the oldest work has been there that is not settled',
    labelNames,
    read: () => ofEach(sql`coalesce(extract(epoch from now() - min(created_at)), 0)::float8`),
  })
  lookupGauge(registry, {
    name: 'work_overdue_seconds',
    help: 'For how long the most urgent work has been due without anybody taking it',
    labelNames,
    read: () => ofEach(sql`greatest(coalesce(extract(epoch from now() - min(due_at)), 0), 0)::float8`),
  })

  return {
    watch: ({ name }) => void queues.add(name),
    tried: ({ name: queue }, settlement, seconds) => durations.observe({ queue, outcome: outcomeOf(settlement) }, seconds),
  }
}

import { sql } from 'kysely'
import { Histogram } from 'prom-client'
import { COUNT_MAX, type Figures } from '../db/figures.ts'
import { lookupGauge } from '../lookup-gauge.ts'
import type { Settlement } from './outcome.ts'
import type { Queue } from './queue.ts'

export interface WorkMetrics {
  /** From now on how much waits in this queue is shown. */
  watch(queue: Queue<unknown>): void
  /** A try has come to an end. */
  tried(queue: Queue<unknown>, settlement: Settlement, seconds: number): void
}

/** Of one queue. */
interface Look {
  queue: string
  waiting: number
  running: number
  oldest: number
  overdue: number
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

  const look = async () => {
    const { rows } = await sql<Look>`
      select queue.name as queue,
        count(*) filter (where state in ('queued', 'unknown')) as waiting,
        count(*) filter (where state = 'running') as running,
        coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest,
        greatest(coalesce(extract(epoch from now() - min(due_at)), 0), 0)::float8 as overdue
      from unnest(${[...queues]}::text[]) as queue (name)
      left join lateral (
        select state, created_at, due_at from work where queue = queue.name and state in ('queued', 'running', 'unknown')
        order by priority desc, due_at limit ${COUNT_MAX}
      ) as work on true
      group by queue.name`.execute(db)
    return rows
  }
  /** A scrape asks for all figures at the same time: one look at what is next in each queue tells them. */
  let looking: Promise<Look[]> | undefined
  const read = (figure: Exclude<keyof Look, 'queue'>) => async () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return (await looking).map(({ queue, [figure]: value }) => ({ labels: { queue }, value }))
  }
  const labelNames = ['queue'] as const
  lookupGauge(registry, {
    name: 'work_waiting',
    help: `Work that is neither settled nor in anybody's hands, counted up to ${COUNT_MAX}`,
    labelNames,
    read: read('waiting'),
  })
  lookupGauge(registry, {
    name: 'work_running',
    help: `Work in the hands of some replica, counted up to ${COUNT_MAX}`,
    labelNames,
    read: read('running'),
  })
  lookupGauge(registry, {
    name: 'work_oldest_seconds',
    help: 'Since when the oldest work has been there that is not settled',
    labelNames,
    read: read('oldest'),
  })
  lookupGauge(registry, {
    name: 'work_overdue_seconds',
    help: 'For how long the most overdue work has waited for somebody to take it',
    labelNames,
    read: read('overdue'),
  })

  return {
    watch: ({ name }) => void queues.add(name),
    tried: ({ name: queue }, settlement, seconds) => durations.observe({ queue, outcome: outcomeOf(settlement) }, seconds),
  }
}

import { sql } from 'kysely'
import { Histogram } from 'prom-client'
import { lookupGauge } from '../companies/lookup-gauge.ts'
import { COUNT_MAX, type Figures } from '../db/figures.ts'
import type { Settlement } from './outcome.ts'
import type { Queue } from './queue.ts'

export interface WorkMetrics {
  watch(queue: Queue<unknown>): void
  tried(queue: Queue<unknown>, settlement: Settlement, seconds: number): void
}

interface QueueState {
  queue: string
  waiting: number
  running: number
  oldest: number
  overdue: number
}

const outcomeOf = ({ state, counts }: Settlement): string => (state !== 'queued' ? state : counts ? 'retried' : 'held')

export function workMetrics<T>({ registry, db }: Figures<T>): WorkMetrics {
  const queues = new Set<string>()
  const durations = new Histogram({
    name: 'work_duration_seconds',
    help: 'Duration of attempts at work, by outcome: done, retried, held (the attempt was not counted), unknown or failed',
    labelNames: ['queue', 'outcome'],
    buckets: [0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  })

  const readQueues = async () => {
    const { rows } = await sql<QueueState>`
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
  /** The running query. All gauges of a scrape share it. */
  let reading: Promise<QueueState[]> | undefined
  const read = (figure: Exclude<keyof QueueState, 'queue'>) => async () => {
    reading ??= readQueues().finally(() => {
      reading = undefined
    })
    return (await reading).map(({ queue, [figure]: value }) => ({ labels: { queue }, value }))
  }
  const labelNames = ['queue'] as const
  lookupGauge(registry, {
    name: 'work_waiting',
    help: `Work that waits to be claimed, counted up to ${COUNT_MAX}`,
    labelNames,
    read: read('waiting'),
  })
  lookupGauge(registry, {
    name: 'work_running',
    help: `Work that a replica has claimed, counted up to ${COUNT_MAX}`,
    labelNames,
    read: read('running'),
  })
  lookupGauge(registry, {
    name: 'work_oldest_seconds',
    help: 'Age of the oldest work that is not settled',
    labelNames,
    read: read('oldest'),
  })
  lookupGauge(registry, {
    name: 'work_overdue_seconds',
    help: 'Time since the earliest due time of work that is not settled',
    labelNames,
    read: read('overdue'),
  })

  return {
    watch: ({ name }) => void queues.add(name),
    tried: ({ name: queue }, settlement, seconds) => durations.observe({ queue, outcome: outcomeOf(settlement) }, seconds),
  }
}

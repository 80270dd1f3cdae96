import type { Figure } from '@app/contracts/http/operations.ts'
import { alerts } from '@app/contracts/rules/alerts.ts'
import { type Kysely, sql } from 'kysely'
import type { Gauge, Registry } from 'prom-client'
import type { RecentResponses } from '../http/recent-responses.ts'

/** Shares of failed and slow responses of this replica in the last five minutes. A share is omitted if there were no such requests. */
export function responseFigures(recent: RecentResponses): Figure[] {
  const { all, failed, gets, slowGets } = recent.counts()
  const figures: Figure[] = []
  if (all > 0) figures.push({ name: 'failed-responses', queue: null, value: failed / all })
  if (gets > 0) figures.push({ name: 'slow-responses', queue: null, value: slowGets / gets })
  return figures
}

const read = async (registry: Registry, metric: string) =>
  (await (registry.getSingleMetric(metric) as Gauge | undefined)?.get())?.values ?? []

/**
 * Returns the queues, of the given ones, of which an attempt ended or began in the last 10 minutes. Reads at most 10,000 items of a queue.
 * The time of an item's last attempt is its due time minus its delay.
 */
async function activeQueues<T>(db: Kysely<T>, queues: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ queue: string }>`
    select name as queue from unnest(${queues}::text[]) as queue (name)
    where exists (select from work where queue = name and settled_at > now() - interval '10 minutes')
      or exists (
        select from (
          select token, due_at, wait from work where queue = name and state in ('queued', 'running', 'unknown')
          order by priority desc, due_at limit 10000
        ) as waiting
        where token > 0 and due_at - wait > now() - interval '10 minutes')`.execute(db)
  return new Set(rows.map(({ queue }) => queue))
}

/**
 * Reads the messages that wait for this service, and the time in seconds since the most urgent item of each work queue has been due. The
 * time is 0 for a queue that is processed: like the alert `WorkStuck`, it only counts without any attempt in the last 10 minutes.
 */
export async function queueFigures<T>(registry: Registry, db: Kysely<T>): Promise<Figure[]> {
  const [waiting, overdue] = await Promise.all([read(registry, 'events_waiting'), read(registry, 'work_overdue_seconds')])
  const late = overdue.filter(({ value }) => value > alerts.WorkStuck.limit).map(({ labels }) => String(labels.queue))
  const active = late.length > 0 ? await activeQueues(db, late) : new Set()
  return [
    ...waiting.map(({ value }): Figure => ({ name: 'events-waiting', queue: null, value })),
    ...overdue.map(({ labels, value }): Figure => {
      const queue = String(labels.queue)
      return { name: 'work-overdue', queue, value: active.has(queue) ? 0 : value }
    }),
  ]
}

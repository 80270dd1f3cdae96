import type { Figure } from '@app/contracts/http/operations.ts'
import { alerts } from '@app/contracts/rules/alerts.ts'
import { type Kysely, sql } from 'kysely'
import type { Gauge, Registry } from 'prom-client'
import type { RecentResponses } from '../http/recent-responses.ts'

/**
 * Returns the shares of failed and slow responses of this replica in the last five minutes. If there were no requests, both shares are
 * omitted. If there were no GET requests, the share of slow responses is omitted.
 */
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
 * Returns those of the given queues in which a worker has started or finished an attempt in the last 10 minutes. Reads at most 10,000
 * unfinished items of each queue. The time of an item's last attempt is its due time minus its delay.
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
 * Reads the number of messages that wait for this service. Also reads how long the most urgent item of each work queue has been due, in
 * seconds. If this time exceeds the limit of the alert `WorkStuck`, but the queue had an attempt in the last 10 minutes, the value is 0.
 * The alert excludes the same queues.
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

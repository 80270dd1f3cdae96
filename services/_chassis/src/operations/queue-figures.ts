import { WAITING_COUNT_MAX, type Waiting } from '@app/contracts/http/operations.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Queue } from '../work/queue.ts'

/** `since` selects the column `at`: the time since which a row has waited. The query must use an index and return the oldest rows first. */
export interface WaitingKind {
  kind: Waiting['kind']
  since: RawBuilder<unknown>
}

export const waitingWork = (kind: Waiting['kind'], { name }: Queue<unknown>): WaitingKind => ({
  kind,
  since: sql`select created_at as at from work
    where queue = ${name} and state in ('queued', 'running', 'unknown') order by priority desc, due_at`,
})

const messages: readonly WaitingKind[] = [
  // The cast cannot fail, because every release writes `time` in the same format.
  { kind: 'events', since: sql`select (event ->> 'time')::timestamptz as at from outbox order by id` },
  { kind: 'retries', since: sql`select received_at as at from dead_letter where given_up_at is null order by retry_at` },
  { kind: 'dead-letters', since: sql`select given_up_at as at from dead_letter where given_up_at is not null order by given_up_at` },
]

/** Returns, for each kind, the number of waiting rows (at most `WAITING_COUNT_MAX`) and the time since which the oldest has waited. */
export async function countWaiting<T>(db: Kysely<T>, kinds: readonly WaitingKind[]): Promise<Waiting[]> {
  const counts = [...messages, ...kinds].map(
    ({ kind, since }) => sql`
      select ${kind}::text as kind, count(*) as count, min(at) as "oldestAt" from (${since} limit ${WAITING_COUNT_MAX}) as waiting`,
  )
  const { rows } = await sql<Waiting>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows
}

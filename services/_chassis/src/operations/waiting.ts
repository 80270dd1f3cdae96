import { WAITING_COUNT_MAX, type Waiting } from '@app/contracts/http/operations.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Queue } from '../work/queue.ts'

/** A kind of what waits: a query of when each has been there since, as `at`, which takes an index and the oldest first. */
export interface WaitingKind {
  kind: Waiting['kind']
  since: RawBuilder<unknown>
}

/** What waits in a queue of work. */
export const waitingWork = (kind: Waiting['kind'], { name }: Queue<unknown>): WaitingKind => ({
  kind,
  since: sql`select created_at as at from work
    where queue = ${name} and state in ('queued', 'running', 'unknown') order by priority desc, due_at`,
})

/** What waits in every service. */
const messages: readonly WaitingKind[] = [
  // What an event says of its time every version writes so.
  { kind: 'events', since: sql`select (event ->> 'time')::timestamptz as at from outbox order by id` },
  { kind: 'retries', since: sql`select received_at as at from dead_letter where given_up_at is null order by retry_at` },
  { kind: 'dead-letters', since: sql`select given_up_at as at from dead_letter where given_up_at is not null order by given_up_at` },
]

/** How much waits of each kind, and since when. */
export async function countWaiting<T>(db: Kysely<T>, kinds: readonly WaitingKind[]): Promise<Waiting[]> {
  const counts = [...messages, ...kinds].map(
    ({ kind, since }) => sql`
      select ${kind}::text as kind, count(*) as count, min(at) as "oldestAt" from (${since} limit ${WAITING_COUNT_MAX}) as waiting`,
  )
  const { rows } = await sql<Waiting>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows
}

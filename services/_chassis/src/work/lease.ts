import { type QueryExecutorProvider, sql } from 'kysely'
import { type Settlement, UNKNOWN_WAIT_MS } from './outcome.ts'
import type { Queue } from './queue.ts'

/** Lease of a claim. It is renewed while an attempt runs. When it expires, another worker claims the work. */
export const LEASE_MS = 15_000

const inMs = (ms: number) => sql`${ms} * interval '1 millisecond'`
const LIVE = sql`state in ('queued', 'running', 'unknown')`
const HELD = sql`work.state in ('running', 'unknown')`

/** A claim on a row of `work`. It is valid until another worker claims the row. */
export interface Claim {
  id: number
  token: number
}

export const claimName = ({ id, token }: Claim): string => `${id}/${token}`
const namesOf = (claims: readonly Claim[]): Set<string> => new Set(claims.map(claimName))

export interface Claimed<P> extends Claim {
  key: string
  payload: P
  priority: number
  attempts: number
  repeats: number
  correlationId: string | null
  traceparent: string | null
}

export interface Settled extends Claim {
  settlement: Settlement
}

export interface ClaimLimit {
  count: number
  priority: number
}

/**
 * Stores outcomes and claims due rows. An outcome is stored only if its claim is still valid. In the result, `claimed` contains the new
 * claims. `settled` contains the names (`claimName`) of the claims whose outcomes were stored. With 20 rows per call, the throughput is 15
 * times as high as with one row per call.
 */
export async function settleAndClaim<P>(
  db: QueryExecutorProvider,
  queue: Queue<P>,
  settled: readonly Settled[],
  { count, priority }: ClaimLimit,
): Promise<{ settled: Set<string>; claimed: Claimed<P>[] }> {
  const of = <V>(read: (settlement: Settlement) => V): V[] => settled.map(({ settlement }) => read(settlement))
  const ids = settled.map(({ id }) => id)
  const { rows } = await sql<Claimed<P> & { wasSettled: boolean }>`
    with outcome as (
      select id, token, state, wait, reason, counts from unnest(
        ${ids}::bigint[], ${settled.map(({ token }) => token)}::bigint[], ${of(({ state }) => state)}::text[],
        ${of(({ waitMs }) => waitMs)}::float8[], ${of(({ reason }) => reason)}::text[], ${of(({ counts }) => counts)}::boolean[]
      ) as outcome (id, token, state, wait, reason, counts)
    ), settled as (
      update work set
        state = outcome.state, due_at = now() + ${inMs(1)} * outcome.wait, wait = ${inMs(1)} * outcome.wait,
        attempts = attempts - (not counts)::int, last_error = outcome.reason,
        settled_at = case when outcome.state in ('done', 'failed') then now() end
      from outcome where work.id = outcome.id and work.token = outcome.token and ${HELD}
      returning work.id, work.token
    ), due as materialized (
      select id from work
      where queue = ${queue.name} and ${LIVE} and due_at <= now() and priority >= ${priority} and id <> all(${ids}::bigint[])
      order by priority desc, due_at limit ${count}::int for update skip locked
    ), claimed as (
      update work set
        state = 'running', due_at = now() + ${inMs(LEASE_MS)}, wait = ${inMs(LEASE_MS)},
        attempts = attempts + 1, token = token + 1, repeats = repeats + (state = 'unknown')::int
      from due where work.id = due.id
      returning work.id, token, key, payload, priority, attempts, repeats, correlation_id, traceparent
    )
    select id, token, null as key, null as payload, 0 as priority, 0 as attempts, 0 as repeats,
      null as "correlationId", null as traceparent, true as "wasSettled" from settled
    union all
    select id, token, key, payload, priority, attempts, repeats, correlation_id, traceparent, false from claimed`.execute(db)
  return {
    settled: namesOf(rows.filter(({ wasSettled }) => wasSettled)),
    claimed: rows.filter(({ wasSettled }) => !wasSettled),
  }
}

/** Renews leases, each by the duration in the row's column `wait`. Returns the claims that are still valid, as strings of `claimName`. */
export async function renewLeases(db: QueryExecutorProvider, claims: readonly Claim[]): Promise<Set<string>> {
  const { rows } = await sql<Claim>`
    update work set due_at = now() + wait
    from unnest(${claims.map(({ id }) => id)}::bigint[], ${claims.map(({ token }) => token)}::bigint[]) as claim (id, token)
    where work.id = claim.id and work.token = claim.token and ${HELD}
    returning work.id, work.token`.execute(db)
  return namesOf(rows)
}

/** Records that the effect begins. If this returns false, the claim is lost and the effect must not begin. */
export async function recordIntent(db: QueryExecutorProvider, { id, token }: Claim): Promise<boolean> {
  const { rows } = await sql`
    update work set state = 'unknown', due_at = now() + ${inMs(UNKNOWN_WAIT_MS)}, wait = ${inMs(UNKNOWN_WAIT_MS)}
    where id = ${id} and token = ${token} and ${HELD}
    returning id`.execute(db)
  return rows.length === 1
}

/** Corrects due times after the clock was set back, so that no row waits longer than its column `wait` says. */
export async function correctDueTimes(db: QueryExecutorProvider, queue: Queue<unknown>): Promise<void> {
  await sql`
    update work set due_at = now() + wait where queue = ${queue.name} and ${LIVE} and due_at > now() and due_at > now() + wait`.execute(db)
}

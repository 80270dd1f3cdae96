import { UNKNOWN_WAIT_MS } from '@app/chassis/work/outcome.ts'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Recipient } from '../content/template.ts'
import { IS_NOT_SUSPENDED } from '../dispatches/dispatch.repository.ts'
import type { Outcome } from './outcome.ts'
import { RELAY, type SendingRates, takeTokens, tokenBuckets } from './token-buckets.ts'

/** If a process dies, another process takes over its claims after this time. A running process renews its leases while it sends emails. */
export const LEASE_MS = 30_000

const inMs = (ms: number) => sql`${ms} * interval '1 millisecond'`

/** The emails of a dispatch to one mailbox provider. */
export interface ProviderQueue {
  dispatchId: string
  companyId: string
  provider: string
  /** Maximum rows to claim. */
  most: number
}

export interface Claimed extends Recipient {
  dispatchId: string
  companyId: string
  provider: string
  /** Fencing token, incremented by each claim of the row. */
  claim: number
  /** Number of attempts, including the current one. */
  attempts: number
  /** Whether the first attempt was more than a day ago. */
  isOld: boolean
  maybeTwice: boolean
  /** Why the email address is suppressed, or null. */
  suppression: string | null
}

export interface Settled {
  claimed: Claimed
  outcome: Outcome
}

export interface ClaimRequest {
  /** Queues in the order in which they are served. */
  queues: readonly ProviderQueue[]
  most: number
  rates: SendingRates
  /** Id that is stored in the claimed rows. If the response is lost, the rows can be found by this id. */
  statementId: string
}

/**
 * Stores outcomes and claims due emails in one statement. An outcome is not stored if the row was claimed again. If only the lease expired,
 * the outcome is stored, even if the state is now `unknown`. Returns the ids whose outcome was stored.
 */
export async function settleAndClaim(
  db: QueryExecutorProvider,
  settled: readonly Settled[],
  { queues, most, rates, statementId }: ClaimRequest,
): Promise<{ settled: Set<string>; claimed: Claimed[] }> {
  const of = <V>(read: (outcome: Outcome) => V): V[] => settled.map(({ outcome }) => read(outcome))
  const { rows } = await sql<Claimed & { wasSettled: boolean }>`
    with outcome as (
      select id, claim, state, wait, code, counts from unnest(
        ${settled.map(({ claimed }) => claimed.id)}::uuid[], ${settled.map(({ claimed }) => claimed.claim)}::int[], ${of(({ state }) => state)}::text[],
        ${of(({ waitMs }) => waitMs)}::float8[], ${of(({ code }) => code)}::text[], ${of(({ counts }) => counts)}::boolean[]
      ) as outcome (id, claim, state, wait, code, counts)
    ), settled as (
      update delivery set
        state = outcome.state, due_at = now() + ${inMs(1)} * outcome.wait, code = outcome.code,
        attempts = attempts - (not counts)::int, first_claimed_at = case when counts or attempts > 1 then first_claimed_at end,
        settled_at = case when outcome.state in ('accepted', 'failed', 'suppressed') then now() end,
        -- A failed email may be sent again, unless its address was refused.
        merge = case when outcome.state in ('queued', 'unknown') or (outcome.state = 'failed' and outcome.code not like 'address-%') then merge end
      from outcome
      where delivery.id = outcome.id and delivery.claim = outcome.claim and delivery.state in ('sending', 'unknown')
      returning delivery.id
    ), open as materialized (
      select id from dispatch
      where id = any(${[...new Set(queues.map(({ dispatchId }) => dispatchId))]}::uuid[]) and state = 'sending' and ${IS_NOT_SUSPENDED}
    ), ${tokenBuckets(
      queues.flatMap(({ companyId, provider }) => [RELAY, companyId, provider]),
      rates,
    )}, next as materialized (
      select row.id, queue.company_id, queue.provider, allowance.tokens from unnest(
        ${queues.map(({ dispatchId }) => dispatchId)}::uuid[], ${queues.map(({ companyId }) => companyId)}::text[],
        ${queues.map(({ provider }) => provider)}::text[], ${queues.map((queue) => queue.most)}::int[]
      ) as queue (dispatch_id, company_id, provider, most)
      cross join lateral (select coalesce((select tokens from bucket where name = queue.company_id), 0) as tokens) as allowance
      cross join lateral (
        select id from delivery
        where dispatch_id = queue.dispatch_id and provider = queue.provider and state in ('queued', 'unknown') and due_at <= now()
          and queue.dispatch_id in (select id from open)
        order by due_at limit least(queue.most, allowance.tokens, (select tokens from bucket where name = queue.provider)) for update skip locked
      ) as row
      limit least(${most}::int, (select tokens from bucket where name = ${RELAY}))
    ), due as materialized (
      -- A company may have several queues.
      select id, company_id, provider from (
        select id, company_id, provider, tokens, row_number() over (partition by company_id) as nth from next
      ) as numbered where nth <= tokens
    ), claimed as (
      update delivery set
        state = 'sending', due_at = now() + ${inMs(LEASE_MS)}, claim = claim + 1, claimed_by_exchange = ${statementId},
        attempts = attempts + 1, first_claimed_at = coalesce(first_claimed_at, now()), may_be_duplicate = may_be_duplicate or state = 'unknown'
      -- An array makes the planner use an index. It cannot estimate how few rows are due, so for a join it might read the whole ledger.
      where id = any(array(select id from due))
      returning id, dispatch_id, provider, email, token, merge, claim, attempts,
        first_claimed_at < now() - interval '1 day' as is_old, may_be_duplicate
    ), ${takeTokens}
    select id, null::uuid as "dispatchId", null::uuid as "companyId", null as provider, null as email, null as token, null::jsonb as merge,
      0 as claim, 0 as attempts, false as "isOld", false as "maybeTwice", null as suppression, true as "wasSettled" from settled
    union all
    select claimed.id, dispatch_id, dispatch.company_id, provider, claimed.email, token, merge, claim, attempts, is_old, may_be_duplicate,
      suppression.reason, false
    from claimed join dispatch on dispatch.id = dispatch_id
    left join suppression on suppression.company_id = dispatch.company_id and suppression.email = claimed.email`.execute(db)
  return {
    settled: new Set(rows.filter(({ wasSettled }) => wasSettled).map(({ id }) => id)),
    claimed: rows.filter(({ wasSettled }) => !wasSettled),
  }
}

/** Renews the leases of claims. Returns the ids of the claims that this process still has. */
export async function renewLeases(db: QueryExecutorProvider, claims: readonly Claimed[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update delivery set due_at = now() + ${inMs(LEASE_MS)}
    from unnest(${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ claim }) => claim)}::int[]) as held (id, claim)
    where delivery.id = held.id and delivery.claim = held.claim and delivery.state = 'sending'
    returning delivery.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Takes over the claims of dead processes. An email with such a claim may have been sent, so it becomes `unknown` and is sent once more.
 * After a second attempt (`may_be_duplicate`), the email becomes `failed`, because no email is sent a third time.
 */
export async function takeOverClaims(db: QueryExecutorProvider): Promise<void> {
  await sql`
    update delivery set
      state = case when may_be_duplicate then 'failed' else 'unknown' end, code = 'unknown', due_at = now() + ${inMs(UNKNOWN_WAIT_MS)},
      settled_at = case when may_be_duplicate then now() end
    where state = 'sending' and due_at < now()`.execute(db)
}

import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { AppError } from '../errors.ts'

/** At most `count` in `seconds`: bursts up to `count`, then one each `seconds / count`. */
export interface Limit {
  count: number
  seconds: number
}

/** Creates the table of the limits. It is unlogged: every limited request writes it, and counters may be lost in a crash of the database. */
export async function createRateLimitTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table rate_limits (
      key text primary key,
      used_until timestamptz not null,
      counted_at timestamptz
    )`.execute(db)
}

export interface RateLimitTables {
  rate_limits: { key: string; used_until: string; counted_at: string | null }
}

/** Returns a 429 error with `Retry-After`. */
export const tooManyAttempts = (seconds: number): AppError =>
  new AppError('too-many', 'too-many', 'Too many attempts. Please wait a moment and try again.', {
    retryAfter: Math.max(1, Math.ceil(seconds)),
  })

/** One use of a rate limit. */
export interface RateLimitUse {
  /** What is limited, and for which client: `sign-in:203.0.113.7`. */
  key: string
  limit: Limit
  now: Date
  /** How many uses this counts as; 1 by default. With 0, the limit must allow one more use, but nothing is counted. */
  cost?: number
}

/** Returns the cost of a use in seconds of the limit's period. */
const stepOf = ({ count, seconds }: Limit, cost: number): number => (seconds / count) * Math.min(cost, count)

/** Used up for so much longer than its limit lasts, or last counted so much later than now: that was before time went back. */
const LONGER_SECONDS = 5
const LATER_SECONDS = 30

/**
 * Counts one use against a limit. Returns 0 if it was counted, or the seconds to wait if the limit is used up. Implements the generic cell
 * rate algorithm (GCRA): a row of `rate_limits` stores until when a key's allowance is used up. The single statement is correct under
 * concurrent requests and across replicas.
 */
export async function tryConsumeLimit(db: QueryExecutorProvider, { key, limit, now, cost = 1 }: RateLimitUse): Promise<number> {
  const step = stepOf(limit, cost)
  const needed = stepOf(limit, Math.max(cost, 1))
  const at = sql`${now.toISOString()}::timestamptz`
  const horizon = sql`${at} + make_interval(secs => ${limit.seconds})`
  const wentBack = sql`(
    rate_limits.used_until > ${at} + make_interval(secs => ${limit.seconds + LONGER_SECONDS})
    or rate_limits.counted_at > ${at} + make_interval(secs => ${LATER_SECONDS}))`
  const used = sql`case when ${wentBack} then ${at} else greatest(rate_limits.used_until, ${at}) end`
  const { rows } = await sql`
    insert into rate_limits (key, used_until, counted_at) values (${key}, ${at} + make_interval(secs => ${step}), ${at})
    on conflict (key) do update set used_until = ${used} + make_interval(secs => ${step}), counted_at = excluded.counted_at
      where ${used} + make_interval(secs => ${needed}) <= ${horizon}
    returning key`.execute(db)
  return rows.length === 0 ? needed : 0
}

/** Reverts a use that turned out not to count, for example a successful sign-in. */
export async function refundLimit(db: QueryExecutorProvider, { key, limit, cost = 1 }: RateLimitUse): Promise<void> {
  await sql`update rate_limits set used_until = used_until - make_interval(secs => ${stepOf(limit, cost)}) where key = ${key}`.execute(db)
}

/** Counts one use against a limit. Throws a 429 if the limit is used up. */
export async function consumeLimit(db: QueryExecutorProvider, use: RateLimitUse): Promise<void> {
  const wait = await tryConsumeLimit(db, use)
  if (wait > 0) throw tooManyAttempts(wait)
}

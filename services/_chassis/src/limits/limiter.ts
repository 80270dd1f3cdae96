import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { AppError } from '../http/errors.ts'

/** Allows `count` uses per `seconds`: bursts of up to `count`, then one use every `seconds / count` seconds. */
export interface Limit {
  count: number
  seconds: number
}

/** The table is unlogged, because every limited request writes to the table. A crash may empty the table, which only resets the limits. */
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

export const tooManyAttempts = (seconds: number): AppError =>
  new AppError('too-many', 'too-many', 'Too many attempts. Please wait a moment and try again.', {
    retryAfter: Math.max(1, Math.ceil(seconds)),
  })

export interface RateLimitUse {
  /** The limited action and the client, such as `sign-in:203.0.113.7`. */
  key: string
  limit: Limit
  now: Date
  /** Number of uses to count. Default: 1. With 0, nothing is counted, but the result shows whether one more use is allowed. */
  cost?: number
}

const stepOf = ({ count, seconds }: Limit, cost: number): number => (seconds / count) * Math.min(cost, count)

/**
 * Tolerances in seconds. If `used_until` is later than now + the limit's `seconds` + `LONGER_SECONDS`, the clock was set back. The same is
 * true if `counted_at` is later than now + `LATER_SECONDS`. In both cases, the stored uses are ignored.
 */
const LONGER_SECONDS = 5
const LATER_SECONDS = 30

/** Counts a use. Returns 0, or the seconds to wait if the limit is used up. Implements the generic cell rate algorithm in one statement. */
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

/** Reverts a counted use, for example of a successful sign-in. */
export async function refundLimit(db: QueryExecutorProvider, { key, limit, cost = 1 }: RateLimitUse): Promise<void> {
  await sql`update rate_limits set used_until = used_until - make_interval(secs => ${stepOf(limit, cost)}) where key = ${key}`.execute(db)
}

export async function consumeLimit(db: QueryExecutorProvider, use: RateLimitUse): Promise<void> {
  const wait = await tryConsumeLimit(db, use)
  if (wait > 0) throw tooManyAttempts(wait)
}

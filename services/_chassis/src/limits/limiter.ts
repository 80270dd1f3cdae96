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

export const tooMany = (seconds: number): AppError =>
  new AppError('too-many', 'too-many', 'Too many attempts. Please wait a moment and try again.', {
    retryAfter: Math.max(1, Math.ceil(seconds)),
  })

export interface Take {
  /** What is limited, for whom: `sign-in:203.0.113.7`. */
  key: string
  limit: Limit
  now: Date
  /** How much of the limit this one costs; 1 when absent. With 0 there has to be room for one, which stays free. */
  cost?: number
}

/** What a use costs, in seconds of the limit. */
const stepOf = ({ count, seconds }: Limit, cost: number): number => (seconds / count) * Math.min(cost, count)

/** Used up for so much longer than its limit lasts, or last counted so much later than now: that was before time went back. */
const LONGER_SECONDS = 5
const LATER_SECONDS = 30

/**
 * Counts one use against a limit; answers the seconds to wait when it is used up, 0 when it was counted. One row of
 * `rate_limits` a key holds until when its allowance is used up (a leaky bucket, "GCRA"); the single statement is right
 * under simultaneous requests and across replicas.
 */
export async function tryTake(db: QueryExecutorProvider, { key, limit, now, cost = 1 }: Take): Promise<number> {
  const step = stepOf(limit, cost)
  const room = stepOf(limit, Math.max(cost, 1))
  const at = sql`${now.toISOString()}::timestamptz`
  const horizon = sql`${at} + make_interval(secs => ${limit.seconds})`
  const wentBack = sql`(
    rate_limits.used_until > ${at} + make_interval(secs => ${limit.seconds + LONGER_SECONDS})
    or rate_limits.counted_at > ${at} + make_interval(secs => ${LATER_SECONDS}))`
  const used = sql`case when ${wentBack} then ${at} else greatest(rate_limits.used_until, ${at}) end`
  const { rows } = await sql`
    insert into rate_limits (key, used_until, counted_at) values (${key}, ${at} + make_interval(secs => ${step}), ${at})
    on conflict (key) do update set used_until = ${used} + make_interval(secs => ${step}), counted_at = excluded.counted_at
      where ${used} + make_interval(secs => ${room}) <= ${horizon}
    returning key`.execute(db)
  return rows.length === 0 ? room : 0
}

/** Uncounts a use that was counted before it was known to be none. */
export async function giveBack(db: QueryExecutorProvider, { key, limit, cost = 1 }: Take): Promise<void> {
  await sql`update rate_limits set used_until = used_until - make_interval(secs => ${stepOf(limit, cost)}) where key = ${key}`.execute(db)
}

/** Counts one use against a limit, or throws a 429. */
export async function take(db: QueryExecutorProvider, use: Take): Promise<void> {
  const wait = await tryTake(db, use)
  if (wait > 0) throw tooMany(wait)
}

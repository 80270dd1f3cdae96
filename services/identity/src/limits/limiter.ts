import { AppError } from '@app/chassis/errors.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Limit } from './limits.ts'

export const tooMany = (seconds: number): AppError =>
  new AppError('too-many', 'too-many', 'Too many attempts. Please wait a moment and try again.', {
    retryAfter: Math.max(1, Math.ceil(seconds)),
  })

export interface Take {
  /** What is limited, for whom: `sign-in:203.0.113.7`. */
  key: string
  limit: Limit
  now: Date
  /** How much of the limit this one costs; 1 when absent. */
  cost?: number
}

/**
 * Counts one use against a limit, or throws a 429. One row a key holds until when its allowance is used up (a leaky
 * bucket, "GCRA"); the single statement is right under simultaneous requests and across replicas.
 */
export async function take(db: Kysely<Tables>, { key, limit, now, cost = 1 }: Take): Promise<void> {
  const step = (limit.seconds / limit.count) * Math.min(cost, limit.count)
  const at = now.toISOString()
  const horizon = new Date(now.getTime() + limit.seconds * 1000).toISOString()
  const used = sql`greatest(rate_limits.used_until, ${at}::timestamptz) + make_interval(secs => ${step})`
  const { rows } = await sql`
    insert into rate_limits (key, used_until) values (${key}, ${at}::timestamptz + make_interval(secs => ${step}))
    on conflict (key) do update set used_until = ${used} where ${used} <= ${horizon}::timestamptz
    returning key`.execute(db)
  if (rows.length === 0) throw tooMany(step)
}

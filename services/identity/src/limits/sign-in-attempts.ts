import { refundLimit, tooManyAttempts, tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'
import { addressKey } from './hashed-keys.ts'
import { type ClientOfAddress, isKnownClient } from './known-clients.ts'

const DELAY_MAX_SECONDS = 900
/** Failures are deleted after a day without attempts. */
const KEPT_SECONDS = 86_400
/** The longest delay, plus 5 s for clock skew between replicas. A longer remaining delay is ignored, because the clock was set back. */
const LONGEST_WAIT = sql`make_interval(secs => ${DELAY_MAX_SECONDS + 5})`

const failuresKey = ({ client, email }: ClientOfAddress): string => `${client}:${addressKey(email)}`

interface SignInTry {
  key: string
  freeTries: number
  now: Date
}

/**
 * Counts an attempt to sign in. Returns 0 if the attempt is allowed, and otherwise the seconds to wait. After `freeTries` attempts the
 * delay is 1 s, and it doubles with each attempt, up to 15 minutes. The attempt is counted before the password is checked, so that
 * concurrent requests get no additional attempts. Clock skew cannot delay the first `freeTries` attempts.
 */
async function countSignInTry(db: Kysely<Tables>, { key, freeTries, now }: SignInTry): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`
  const tries = sql`sign_in_failures.failures + 1`
  const waitAfter = (count: typeof at) => sql`
    make_interval(secs => case when ${count} < ${freeTries}::int then 0 else least(${DELAY_MAX_SECONDS}, power(2, least(${count} - ${freeTries}::int, 20))) end)`
  const { rows } = await sql`
    insert into sign_in_failures (key, failures, retry_at) values (${key}, 1, ${at} + ${waitAfter(sql`1`)})
    on conflict (key) do update set failures = ${tries}, retry_at = ${at} + ${waitAfter(sql`(${tries})`)}
      where sign_in_failures.failures < ${freeTries}::int
        or sign_in_failures.retry_at <= ${at} or sign_in_failures.retry_at > ${at} + ${LONGEST_WAIT}
    returning key`.execute(db)
  if (rows.length > 0) return 0
  const failure = await db.selectFrom('sign_in_failures').select('retry_at').where('key', '=', key).executeTakeFirst()
  return failure ? Math.max(0.001, (Date.parse(failure.retry_at) - now.getTime()) / 1000) : 1
}

export async function deleteFailures(db: Kysely<Tables>, pair: ClientOfAddress): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', '=', failuresKey(pair)).execute()
}

export async function deleteOldFailures(db: Kysely<Tables>, now: Date): Promise<void> {
  const quietSince = new Date(now.getTime() - KEPT_SECONDS * 1000).toISOString()
  await db.deleteFrom('sign_in_failures').where('retry_at', '<', quietSince).execute()
}

type AttemptDeps = Pick<IdentityDeps, 'db' | 'limits' | 'now' | 'clientSecret'>

/**
 * Counts an attempt to sign in. Throws 429 if the attempt is not allowed. Each pair of client and email address has its own delay, which
 * grows with each attempt. In addition, all unknown clients of an account share one hourly limit. The shared limit stops attacks from many
 * clients and does not block known clients.
 */
export async function beginAttempt(deps: AttemptDeps, pair: ClientOfAddress) {
  const { db, limits, now } = deps
  const wait = await countSignInTry(db, { key: failuresKey(pair), freeTries: limits.freeTries, now: now() })
  if (wait > 0) throw tooManyAttempts(wait)
  const shared = { key: `sign-in-of:${addressKey(pair.email)}`, limit: limits.unknownClientSignIns, now: now() }
  const isKnown = await isKnownClient(deps, pair)
  const sharedWait = isKnown ? 0 : await tryConsumeLimit(db, shared)
  if (sharedWait > 0) throw tooManyAttempts(sharedWait)
  return {
    /** Deletes the counted failures, and refunds the attempt in the hourly limit. Call this function after a correct password. */
    async passed(): Promise<void> {
      if (!isKnown) await refundLimit(db, shared)
      await deleteFailures(db, pair)
    },
  }
}

import { refundLimit, tooManyAttempts, tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'
import { addressKey } from './address-key.ts'
import { type ClientOfAddress, isKnownClient } from './known-clients.ts'

const LONGEST_SECONDS = 900
/** Tries are forgotten after a quiet day. */
const FORGET_AFTER_SECONDS = 86_400
/** A wait that lasts longer than the longest was set before the clock went back. */
const LONGEST_WAIT = sql`make_interval(secs => ${LONGEST_SECONDS + 5})`

/** Whose wrong passwords are counted together. */
const failuresKey = ({ client, email }: ClientOfAddress): string => `${client}:${addressKey(email)}`

interface PairTry {
  key: string
  freeTries: number
  now: Date
}

/**
 * Counts a try before its password is looked at, so that of many at once no more get through than one after the other:
 * so many free ones, then 1 s of waiting, then twice as long each time, up to a quarter of an hour. Answers the seconds
 * to wait when this one may not be made, 0 when it may. A free one never waits, not even for the clock of another replica.
 */
async function takeTry(db: Kysely<Tables>, { key, freeTries, now }: PairTry): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`
  const tries = sql`sign_in_failures.failures + 1`
  const waitAfter = (count: typeof at) => sql`
    make_interval(secs => case when ${count} < ${freeTries}::int then 0 else least(${LONGEST_SECONDS}, power(2, least(${count} - ${freeTries}::int, 20))) end)`
  const { rows } = await sql`
    insert into sign_in_failures (key, failures, retry_at) values (${key}, 1, ${at} + ${waitAfter(sql`1`)})
    on conflict (key) do update set failures = ${tries}, retry_at = ${at} + ${waitAfter(sql`(${tries})`)}
      where sign_in_failures.failures < ${freeTries}::int
        or sign_in_failures.retry_at <= ${at} or sign_in_failures.retry_at > ${at} + ${LONGEST_WAIT}
    returning key`.execute(db)
  if (rows.length > 0) return 0
  const held = await db.selectFrom('sign_in_failures').select('retry_at').where('key', '=', key).executeTakeFirst()
  return held ? Math.max(0.001, (Date.parse(held.retry_at) - now.getTime()) / 1000) : 1
}

export async function forgetFailures(db: Kysely<Tables>, pair: ClientOfAddress): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', '=', failuresKey(pair)).execute()
}

export async function forgetOldFailures(db: Kysely<Tables>, now: Date): Promise<void> {
  const quietSince = new Date(now.getTime() - FORGET_AFTER_SECONDS * 1000).toISOString()
  await db.deleteFrom('sign_in_failures').where('retry_at', '<', quietSince).execute()
}

/** A try that was counted. */
export interface Attempt {
  /** The password was right: the try and the wrong ones before it count no more. */
  passed(): Promise<void>
}

type AttemptDeps = Pick<IdentityDeps, 'db' | 'limits' | 'now' | 'clientSecret'>

/**
 * Counts a try to sign in, or throws a 429. Each client has a growing delay of its own for each address. Clients from
 * which nobody has signed in to the address yet share a limit besides: however many they are, they only get so many tries
 * an hour, and keep nobody out who comes from where he was before.
 */
export async function beginAttempt(deps: AttemptDeps, pair: ClientOfAddress): Promise<Attempt> {
  const { db, limits, now } = deps
  const wait = await takeTry(db, { key: failuresKey(pair), freeTries: limits.freeTries, now: now() })
  if (wait > 0) throw tooManyAttempts(wait)
  const strangers = { key: `sign-in-of:${addressKey(pair.email)}`, limit: limits.strangersSignIns, now: now() }
  const isKnown = await isKnownClient(deps, pair)
  const strangersWait = isKnown ? 0 : await tryConsumeLimit(db, strangers)
  if (strangersWait > 0) throw tooManyAttempts(strangersWait)
  return {
    async passed() {
      if (!isKnown) await refundLimit(db, strangers)
      await forgetFailures(db, pair)
    },
  }
}

import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { tooMany } from '@app/chassis/limits/limiter.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addressKey } from './address-key.ts'

const LONGEST_SECONDS = 900
/** Tries are forgotten after a quiet day. */
export const FORGET_AFTER_SECONDS = 86_400

/** 1 s after the last free try, then twice as long each time, up to a quarter of an hour. */
export const delaySeconds = (failures: number, freeTries: number): number =>
  failures < freeTries ? 0 : Math.min(LONGEST_SECONDS, 2 ** Math.min(failures - freeTries, 20))

/** Whose wrong passwords are counted together. */
export const failuresKey = (client: string, email: string): string => `${client}:${addressKey(email)}`

/** Throws a 429 while the pair of address and client has to wait after wrong passwords. */
export async function assertNoDelay(db: Kysely<Tables>, key: string, now: Date): Promise<void> {
  const row = await db.selectFrom('sign_in_failures').select('retry_at').where('key', '=', key).executeTakeFirst()
  const wait = row ? (Date.parse(row.retry_at) - now.getTime()) / 1000 : 0
  if (wait > 0) throw tooMany(wait)
}

interface Failure {
  key: string
  freeTries: number
  now: Date
}

export async function recordFailure(db: Kysely<Tables>, { key, freeTries, now }: Failure): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { failures } = await trx
      .insertInto('sign_in_failures')
      .values({ key, failures: 1, retry_at: now.toISOString() })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ failures: sql`sign_in_failures.failures + 1` }))
      .returning('failures')
      .executeTakeFirstOrThrow()
    const retryAt = new Date(now.getTime() + delaySeconds(failures, freeTries) * 1000).toISOString()
    await trx.updateTable('sign_in_failures').set({ retry_at: retryAt }).where('key', '=', key).execute()
  })
}

export async function forgetFailures(db: Kysely<Tables>, key: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', '=', key).execute()
}

import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { isFound } from '@app/chassis/db/is-found.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'
import { toStored } from '../encryption/stored-secrets.ts'
import { WINDOW } from './totp.ts'

export interface SecondFactor {
  secret: string
  /** The encrypted secret from the database. */
  stored: string
  isConfirmed: boolean
}

type SecretDeps = Pick<IdentityDeps, 'db' | 'cipher'>

const placeOf = (userId: string) => ({ table: 'second_factors', id: userId }) as const

export async function secondFactorOf({ db, cipher }: SecretDeps, userId: string): Promise<SecondFactor | undefined> {
  const row = await db.selectFrom('second_factors').select(['secret', 'confirmed_at']).where('user_id', '=', userId).executeTakeFirst()
  return row && { secret: cipher.decrypt(row.secret, placeOf(userId)), stored: row.secret, isConfirmed: row.confirmed_at !== null }
}

/** Stores an unconfirmed secret, which replaces an earlier unconfirmed secret. Returns false if a factor is already confirmed. */
export const putSecret = ({ db, cipher }: SecretDeps, userId: string, text: string): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const secret = await toStored(trx, cipher, text, placeOf(userId))
    return isFound(
      trx
        .insertInto('second_factors')
        .values({ user_id: userId, secret, confirmed_at: null })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret }).where('second_factors.confirmed_at', 'is', null))
        .returning('user_id'),
    )
  })

interface Confirmation {
  userId: string
  stored: string
  step: number
  recoveryHashes: string[]
  now: Date
}

/** Marks the second factor as confirmed. Returns false if the row contains another secret or the factor is already confirmed. */
export const confirmSecret = (db: Kysely<Tables>, { userId, stored, step, recoveryHashes, now }: Confirmation): Promise<boolean> =>
  isFound(
    db
      .updateTable('second_factors')
      .set({ confirmed_at: now.toISOString(), last_used_time_step: step, recovery_hashes: recoveryHashes })
      .where('user_id', '=', userId)
      .where('secret', '=', stored)
      .where('confirmed_at', 'is', null)
      .returning('user_id'),
  )

/**
 * Stores the TOTP time step of an accepted code. Returns false if this step or a later step was already used. If the stored step is in
 * the future, the clock was set back, so the stored step is ignored.
 */
export const markStepUsed = (db: Kysely<Tables>, userId: string, step: number, current: number): Promise<boolean> =>
  isFound(
    db
      .updateTable('second_factors')
      .set({ last_used_time_step: step })
      .where('user_id', '=', userId)
      .where(({ or, eb }) => or([eb('last_used_time_step', '<', step), eb('last_used_time_step', '>', current + WINDOW)]))
      .returning('user_id'),
  )

export const useRecoveryCode = (db: Kysely<Tables>, userId: string, hash: string): Promise<boolean> =>
  isFound(
    db
      .updateTable('second_factors')
      .set({ recovery_hashes: sql`array_remove(recovery_hashes, ${hash})` })
      .where('user_id', '=', userId)
      .where(sql<boolean>`${hash} = any(recovery_hashes)`)
      .returning('user_id'),
  )

export const deleteSecondFactor = (db: Kysely<Tables>, userId: string): Promise<boolean> =>
  isFound(db.deleteFrom('second_factors').where('user_id', '=', userId).returning('user_id'))

import { isPostgresError } from '@app/chassis/db/faults.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import type { Transaction } from 'kysely'
import { requestEmail } from '../accounts/request-email.ts'
import { emailTaken } from '../accounts/sign-up.ts'
import { addUserEvent } from '../accounts/user-event.ts'
import { type User, updateUser } from '../accounts/users.repository.ts'
import type { Tables } from '../db/tables.ts'
import { addRevert, deleteChangeOf, isReserved } from './email-changes.repository.ts'

interface Move {
  /** The transaction must have locked the user. */
  user: User
  email: string
  /** Whether a link that was sent to the new address confirms it. */
  isConfirmed: boolean
  now: Date
}

const UNIQUE_VIOLATION = '23505'

/** Replaces the error of Postgres if another account has the address. The transaction must then end. */
function asTaken(error: unknown): never {
  throw isPostgresError(error) && error.code === UNIQUE_VIOLATION ? emailTaken() : error
}

/**
 * Gives an account another email address, and adds the event. Links and codes that were sent to the former address end, and so does a
 * pending change. Throws 409 if another account has the address, or can still restore it.
 */
export async function moveAccount(trx: Transaction<Tables>, { user, email, isConfirmed, now }: Move): Promise<User> {
  const moved = await updateUser(trx, user.id, {
    email,
    email_key: normalizeEmail(email),
    email_verified_at: isConfirmed ? now.toISOString() : null,
    email_bounced_at: null,
  }).catch(asTaken)
  if (await isReserved(trx, email, now, user.id)) throw emailTaken()
  await trx.deleteFrom('reset_codes').where('user_id', '=', user.id).execute()
  await trx.deleteFrom('email_verifications').where('user_id', '=', user.id).execute()
  await deleteChangeOf(trx, user.id)
  await addUserEvent(trx, moved, 'email-changed')
  return moved
}

/**
 * Sends a link that takes the change back to the former address. If it was never confirmed, it may belong to another person, who must not
 * get the account: then nothing is sent.
 */
export async function offerRevert(trx: Transaction<Tables>, former: User, now: Date): Promise<void> {
  if (former.email_verified_at === null) return
  await requestEmail(trx, former.id, { topic: 'email-changed', about: await addRevert(trx, former.id, former.email, now) })
}

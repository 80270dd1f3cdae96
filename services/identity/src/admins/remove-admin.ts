import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/errors.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { AdminRemoved } from '@app/contracts/events/identity.ts'
import { touchUser } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { addressKey } from '../limits/address-key.ts'
import { endOfTokens, endTokens } from '../tokens/end-tokens.ts'
import { lockAdmins } from './admins.repository.ts'

interface Removal {
  id: string
  /** Who removes. */
  by: string
}

/** Removes an admin and ends its tokens. 409 for oneself, so that one is always left; 404 for who is no admin. */
export async function removeAdmin({ db, passwords, now }: Pick<IdentityDeps, 'db' | 'passwords' | 'now'>, { id, by }: Removal) {
  if (id === by) throw new AppError('cannot-remove-oneself', 'conflict', 'You cannot remove yourself. Another admin can.')
  const password_hash = await passwords.hash(crypto.randomUUID())
  await inTransaction(db, async (trx) => {
    // Both: of two who remove each other at the same moment one stays.
    const held = await lockAdmins(trx, [id, by])
    if (!held.some((admin) => admin.id === by)) {
      throw new AppError('not-signed-in', 'unauthenticated', 'Session expired. Please log in again')
    }
    const admin = held.find((one) => one.id === id)
    if (!admin) throw new AppError('no-such-admin', 'not-found', 'There is no such admin.')
    const { email, username } = admin
    const nobodys = `removed:${id}`
    // The row stays, so that the list of ended tokens has it; nobody can sign in to it, at the release before either.
    const removed = await touchUser(trx, id, {
      email: nobodys,
      email_key: nobodys,
      password_hash,
      configured_hash: null,
      is_operator: false,
      tokens_invalid_before: endOfTokens(admin, now()),
      removed_at: now().toISOString(),
      removed_key: addressKey(email),
    })
    const { version, tokens_invalid_before: tokensInvalidBefore } = removed
    await trx.deleteFrom('reset_codes').where('user_id', '=', id).execute()
    await trx.deleteFrom('second_factors').where('user_id', '=', id).execute()
    await addEvent(trx, AdminRemoved, { aggregateId: id, version, data: { userId: id, email, username, tokensInvalidBefore } })
    await endTokens(trx, removed, now())
  })
}

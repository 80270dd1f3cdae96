import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { PendingEmailChange } from '@app/contracts/http/email-changes.ts'
import type { IdentityDeps } from '../deps.ts'
import { deleteChangeOf, findChangeOf } from './email-changes.repository.ts'

/** Returns the change of the address that an owner has requested but not confirmed. */
export async function pendingChange(
  { db, now }: Pick<IdentityDeps, 'db' | 'now'>,
  userId: string,
): Promise<{ pending: PendingEmailChange | null }> {
  const change = await findChangeOf(db, userId, now())
  return { pending: change ? { newEmail: change.email, expiresAt: change.expiresAt } : null }
}

/** Cancels the pending change of an owner's address: its link no longer works. */
export const cancelChange = (
  { db }: Pick<IdentityDeps, 'db'>,
  userId: string,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> =>
  inTransaction(db, async (trx) => {
    await deleteChangeOf(trx, userId)
    return idempotency.storeResponse(trx, { message: 'Your email address stays as it is.' })
  })

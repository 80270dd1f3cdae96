import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addAuditEntry } from '@app/chassis/operations/audit-entries.ts'
import type { OwnerAccount } from '@app/contracts/http/owners.ts'
import { EMAIL_INVALID, isEmail, normalizeEmail } from '@app/contracts/rules/email.ts'
import { lockUser, type User } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { moveAccount, offerRevert } from '../email-changes/move-account.ts'
import { requestVerification } from '../verification/send-verification.ts'
import { countAdminsMail } from './count-admins-mail.ts'
import { requireOwner, toOwnerAccount } from './owner-account.ts'

interface Correction {
  ownerId: string
  email: string
  /** The address that the admin saw. Absent if the admin does not want the check. */
  currentEmail?: string
  by: string
}

const changedElsewhere = (user: User): AppError =>
  new AppError('email-changed', 'conflict', 'This email address was changed elsewhere. Please look at what changed.', {
    extensions: { owner: toOwnerAccount(user) },
  })

const works = (user: User): AppError =>
  new AppError('email-works', 'conflict', 'This address is confirmed, and no email to it bounced. Only the owner can change it.', {
    extensions: { owner: toOwnerAccount(user) },
  })

const isSame = (email: string, other: string): boolean => normalizeEmail(email) === normalizeEmail(other)

/**
 * Corrects the address of an owner who gets no emails, and requests the email that confirms the new one. Until then, it gets no link except
 * this one. A confirmed former address gets the link that takes the change back.
 */
export async function correctEmail(
  deps: Pick<IdentityDeps, 'db' | 'limits' | 'now'>,
  { ownerId, currentEmail, by, ...given }: Correction,
  idempotency: IdempotentRequest,
): Promise<OwnerAccount> {
  const email = given.email.normalize('NFC')
  if (!isEmail(email)) throw refusedField('email', EMAIL_INVALID)
  return inTransaction(deps.db, async (trx) => {
    const now = deps.now()
    const owner = requireOwner(await lockUser(trx, ownerId))
    if (currentEmail !== undefined && !isSame(currentEmail, owner.email)) throw changedElsewhere(owner)
    if (isSame(email, owner.email)) throw refusedField('email', 'This is already the email address.')
    if (owner.email_verified_at !== null && owner.email_bounced_at === null) throw works(owner)
    await countAdminsMail(trx, deps, email)
    const corrected = await moveAccount(trx, { user: owner, email, isConfirmed: false, now })
    await offerRevert(trx, owner, now)
    await requestVerification(trx, ownerId, now)
    await addAuditEntry(trx, { actor: by, act: 'correct-email', subject: ownerId, affected: 1 })
    return idempotency.storeResponse(trx, toOwnerAccount(corrected))
  })
}

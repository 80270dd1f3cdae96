import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addAuditEntry } from '@app/chassis/operations/audit-entries.ts'
import { v7 as uuidv7 } from 'uuid'
import { emailTaken } from '../accounts/sign-up.ts'
import { addUserEvent } from '../accounts/user-event.ts'
import { insertUser } from '../accounts/users.repository.ts'
import { adminNameOf } from '../admins/admin-name.ts'
import type { IdentityDeps } from '../deps.ts'
import { isReserved } from '../email-changes/email-changes.repository.ts'
import { rememberClient } from '../limits/known-clients.ts'
import { assertGoodPassword } from '../passwords/good-password.ts'
import type { GivenToken } from '../tokens/count-wrong-token.ts'
import { checkInvitation, invitationGone } from './check-invitation.ts'
import { takeInvitation } from './invitations.repository.ts'

/**
 * Creates the account of an invited admin. The address is confirmed, because only the owner of the mailbox has the token. If two requests
 * accept the invitation at the same time, the second one gets 410.
 */
export async function acceptInvitation(
  deps: IdentityDeps,
  { password, name = '', ...given }: GivenToken & { password: string; name?: string },
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  const { db, passwords } = deps
  const { id, email } = await checkInvitation(deps, given)
  const username = adminNameOf(name)
  assertGoodPassword(password)
  const password_hash = await passwords.hash(password)
  return inTransaction(db, async (trx) => {
    const now = deps.now()
    const at = now.toISOString()
    if (!(await takeInvitation(trx, id, now))) throw invitationGone()
    const account = { id: uuidv7(), email, username, password_hash, role: 'admin' } as const
    const admin = await insertUser(trx, { ...account, created_at: at, email_verified_at: at })
    if (!admin || (await isReserved(trx, email, now))) throw emailTaken()
    await addUserEvent(trx, admin, 'admin-added')
    await addAuditEntry(trx, { actor: admin.id, act: 'accept-admin-invitation', subject: id, affected: 1 })
    await rememberClient({ ...deps, db: trx }, { client: given.client, email })
    return idempotency.storeResponse(trx, { message: 'Account created successfully!' })
  })
}

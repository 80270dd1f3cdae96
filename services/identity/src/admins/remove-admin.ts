import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import { addAuditEntry } from '@app/chassis/operations/audit-entries.ts'
import { addUserEvent } from '../accounts/user-event.ts'
import { updateUser } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { revokeInvitationsBy } from '../invitations/invitations.repository.ts'
import { addressKey } from '../limits/hashed-keys.ts'
import { type OperatorProof, proveOperator } from '../second-factor/prove-operator.ts'
import { endTokens } from '../tokens/end-tokens.ts'
import { lockAdmins } from './admins.repository.ts'
import { requireOperator } from './require-operator.ts'

interface Removal {
  id: string
  by: string
  proof: OperatorProof
}

/** Removes an admin and revokes the admin's tokens. Throws 409 if the caller and the admin are the same user, and 404 for a non-admin. */
export async function removeAdmin(deps: IdentityDeps, { id, by, proof }: Removal): Promise<void> {
  const { db, passwords, now } = deps
  if (id === by) throw new AppError('cannot-remove-oneself', 'conflict', 'You cannot remove yourself. Please ask another operator.')
  await proveOperator(deps, by, proof)
  const password_hash = await passwords.hash(crypto.randomUUID())
  await inTransaction(db, async (trx) => {
    // If two operators remove each other concurrently, the second request fails, because its caller was removed. So one operator remains.
    const locked = await lockAdmins(trx, [id, by])
    requireOperator(locked, by)
    const admin = locked.find((candidate) => candidate.id === id)
    if (!admin) throw new AppError('no-such-admin', 'not-found', 'This admin does not exist.')
    const { email } = admin
    const placeholder = `removed:${id}`
    // The row stays, so that the list of revoked tokens contains the admin.
    const removed = await updateUser(trx, id, {
      email: placeholder,
      email_key: placeholder,
      password_hash,
      configured_hash: null,
      is_operator: false,
      removed_at: now().toISOString(),
      removed_email_hash: addressKey(email),
    })
    await trx.deleteFrom('reset_codes').where('user_id', '=', id).execute()
    await trx.deleteFrom('second_factors').where('user_id', '=', id).execute()
    await revokeInvitationsBy(trx, id)
    await addUserEvent(trx, { ...removed, email }, 'admin-removed')
    await endTokens(trx, removed, now())
    await addAuditEntry(trx, { actor: by, act: 'remove-admin', subject: id, affected: 1 })
  })
}

import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addAuditEntry } from '@app/chassis/operations/audit-entries.ts'
import type { IdentityDeps } from '../deps.ts'
import { takeInvitation } from './invitations.repository.ts'

/** Ends an open invitation: its link no longer works. */
export const revokeInvitation = (
  { db, now }: Pick<IdentityDeps, 'db' | 'now'>,
  { id, by }: { id: string; by: string },
  idempotency: IdempotentRequest,
): Promise<{ message: string }> =>
  inTransaction(db, async (trx) => {
    if (!(await takeInvitation(trx, id, now()))) throw new AppError('no-such-invitation', 'not-found', 'This invitation does not exist.')
    await addAuditEntry(trx, { actor: by, act: 'revoke-admin-invitation', subject: id, affected: 1 })
    return idempotency.storeResponse(trx, { message: 'Invitation revoked successfully!' })
  })

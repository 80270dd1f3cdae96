import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { addAuditEntry } from '@app/chassis/operations/audit-entries.ts'
import { lockUser, userByEmail } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { endTokens } from '../tokens/end-tokens.ts'
import { deleteSecondFactor } from './second-factor.repository.ts'

/** Removes a lost second factor. Revokes all tokens of the admin, because another person may have signed in with the lost factor. */
export async function resetSecondFactor({ db, now }: Pick<IdentityDeps, 'db' | 'now'>, email: string): Promise<string> {
  const known = await userByEmail(db, email)
  if (known?.role !== 'admin') throw new Error('There is no admin with this email address')
  return inTransaction(db, async (trx) => {
    const admin = await lockUser(trx, known.id)
    if (!admin || !(await deleteSecondFactor(trx, known.id))) return 'has no second factor'
    await endTokens(trx, admin, now())
    await addAuditEntry(trx, { actor: undefined, act: 'reset-second-factor', subject: admin.id, affected: 1 })
    return 'second factor removed'
  })
}

import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { addAuditEntry } from '@app/chassis/operations/audit-entries.ts'
import { updateUser, userByEmail } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { revokeInvitationsBy } from '../invitations/invitations.repository.ts'
import { endTokens } from '../tokens/end-tokens.ts'
import { lockOperatorsAnd } from './admins.repository.ts'

/**
 * Marks an admin as an operator, or removes the mark. Revokes all tokens of the admin, because tokens contain the mark. Without the mark,
 * the admin's open invitations end. Throws if the last operator would lose the mark, because only operators can remove admins.
 */
export async function markOperator({ db, now }: Pick<IdentityDeps, 'db' | 'now'>, email: string, isOperator: boolean): Promise<string> {
  const known = await userByEmail(db, email)
  if (known?.role !== 'admin') throw new Error('There is no admin with this email address')
  return inTransaction(db, async (trx) => {
    // All operators are locked. If two commands unmark the last two operators, the second command sees the first change and fails.
    const locked = await lockOperatorsAnd(trx, known.id)
    const admin = locked.find(({ id }) => id === known.id)
    if (!admin || admin.is_operator === isOperator) return 'unchanged'
    if (!isOperator && !locked.some((other) => other.is_operator && other.id !== admin.id))
      throw new Error('This is the last operator. Mark another admin with --operator first')
    const marked = await updateUser(trx, admin.id, { is_operator: isOperator })
    if (!isOperator) await revokeInvitationsBy(trx, admin.id)
    await endTokens(trx, marked, now())
    await addAuditEntry(trx, { actor: undefined, act: isOperator ? 'mark-operator' : 'unmark-operator', subject: admin.id, affected: 1 })
    return isOperator ? 'is an operator' : 'is not an operator'
  })
}

import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { noteAct } from '@app/chassis/operations/acts.ts'
import { lockUser, touchUser, userByEmail } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { endTokens } from '../tokens/end-tokens.ts'

/** Marks an admin as an operator, or takes the marking away. Tokens say whether one is: those there are end, everywhere. */
export async function markOperator({ db, now }: Pick<IdentityDeps, 'db' | 'now'>, email: string, isOperator: boolean): Promise<string> {
  const known = await userByEmail(db, email)
  if (known?.role !== 'admin') throw new Error('There is no admin of this address')
  return inTransaction(db, async (trx) => {
    const admin = await lockUser(trx, known.id)
    if (!admin || admin.is_operator === isOperator) return 'unchanged'
    const marked = await touchUser(trx, admin.id, { is_operator: isOperator })
    await endTokens(trx, marked, now())
    await noteAct(trx, { actor: undefined, act: isOperator ? 'mark-operator' : 'unmark-operator', subject: admin.id, affected: 1 })
    return isOperator ? 'is an operator' : 'is no operator'
  })
}

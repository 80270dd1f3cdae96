import type { AdminAccount } from '@app/contracts/http/identity.ts'
import type { IdentityDeps } from '../deps.ts'
import { allAdmins } from './admins.repository.ts'

export async function listAdmins({ db }: Pick<IdentityDeps, 'db'>): Promise<AdminAccount[]> {
  const admins = await allAdmins(db)
  return admins.map(({ id, email, username, created_at, is_operator, user_id }) => ({
    _id: id,
    email,
    username,
    createdAt: created_at,
    hasSecondFactor: user_id !== null,
    isOperator: is_operator,
  }))
}

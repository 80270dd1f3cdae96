import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { AccountManager } from '@app/contracts/http/company.ts'
import type { CompanyDeps } from '../deps.ts'
import { profileNotFound } from '../profile/profile.ts'
import { accountManagerOf } from './admins.repository.ts'
import { lockManaged, setManager } from './managers.repository.ts'
import { requireAdmin } from './require-admin.ts'

interface Choice {
  companyId: string
  /** Null: the company has no account manager. */
  adminId: string | null
  /** The account manager that the caller saw. Undefined if the caller does not want the check. */
  currentAdminId?: string | null
}

const changedElsewhere = (accountManager: AccountManager | null): AppError =>
  new AppError('manager-changed', 'conflict', 'Another admin changed the account manager. Please look at what changed.', {
    extensions: { accountManager },
  })

/** Sets the account manager of a company. Nothing changes if it is the same admin. */
export const setCompanyManager = (
  { db }: Pick<CompanyDeps, 'db'>,
  { companyId, adminId, currentAdminId }: Choice,
  idempotency: IdempotentRequest,
): Promise<{ accountManager: AccountManager | null }> =>
  inTransaction(db, async (trx) => {
    const accountManager = await requireAdmin(trx, adminId)
    const [company] = await lockManaged(trx, [companyId])
    if (!company) throw profileNotFound()
    if (currentAdminId !== undefined && currentAdminId !== company.managerId) throw changedElsewhere(await accountManagerOf(trx, companyId))
    if (company.managerId !== adminId) await setManager(trx, [company], adminId)
    return idempotency.storeResponse(trx, { accountManager })
  })

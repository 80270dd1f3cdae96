import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { HandedOver } from '@app/contracts/http/company-managers.ts'
import type { CompanyDeps } from '../deps.ts'
import { lockManaged, setManager } from './managers.repository.ts'
import { requireAdmin } from './require-admin.ts'

interface HandOver {
  companyIds: readonly string[]
  /** Null: the companies have no account manager. */
  adminId: string | null
}

/** Sets the account manager of several companies. Returns a result for each, in the order of the ids. */
export const handOverCompanies = (
  { db }: Pick<CompanyDeps, 'db'>,
  { companyIds, adminId }: HandOver,
  idempotency: IdempotentRequest,
): Promise<{ results: HandedOver[] }> =>
  inTransaction(db, async (trx) => {
    await requireAdmin(trx, adminId)
    const companies = await lockManaged(trx, companyIds)
    const others = companies.filter(({ managerId }) => managerId !== adminId)
    await setManager(trx, others, adminId)
    const [known, changed] = [companies, others].map((list) => new Set(list.map(({ id }) => id)))
    const outcomeOf = (id: string) => (changed?.has(id) ? 'changed' : known?.has(id) ? 'unchanged' : 'not-found')
    const results = companyIds.map((companyId) => ({ companyId, outcome: outcomeOf(companyId.toLowerCase()) }) as const)
    return idempotency.storeResponse(trx, { results })
  })

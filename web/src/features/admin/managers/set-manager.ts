import type { AccountManager } from '@app/contracts/http/company.ts'
import { type HandedOver, handOverCompanies, setCompanyManager } from '@app/contracts/http/company-managers.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { cacheManager } from '../board/changes.ts'

interface Choice {
  companyId: string
  /** Null: the company has no account manager. */
  adminId: string | null
  /** The account manager that the admin sees. */
  currentAdminId: string | null
}

/** Sets the account manager of a company. If another admin has changed it, the screens show the current one, and the error is thrown. */
export async function setManager({ companyId, adminId, currentAdminId }: Choice): Promise<void> {
  try {
    await adminCall(setCompanyManager, { params: { id: companyId }, body: { adminId, currentAdminId } })
    await cacheManager([companyId], adminId)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'manager-changed') {
      const { accountManager } = error.details as { accountManager: AccountManager | null }
      await cacheManager([companyId], accountManager?.id ?? null)
    }
    throw error
  }
}

/** Sets the account manager of several companies. Returns a result for each. */
export async function handOver(companyIds: readonly string[], adminId: string | null): Promise<HandedOver[]> {
  const { results } = await adminCall(handOverCompanies, { body: { companyIds: [...companyIds], adminId } })
  const found = results.filter(({ outcome }) => outcome !== 'not-found')
  await cacheManager(
    found.map(({ companyId }) => companyId),
    adminId,
  )
  return results
}

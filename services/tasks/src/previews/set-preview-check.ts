import { companyNotFound } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { TasksDeps } from '../deps.ts'
import { storeRequiresCheck } from './company-setting.repository.ts'

/** Sets whether a second admin must check the previews of a company before delivery. Throws 404 if the company does not exist. */
export function setPreviewCheck(
  { db }: TasksDeps,
  companyId: string,
  requiresCheck: boolean,
  idempotency: IdempotentRequest,
): Promise<{ requiresCheck: boolean }> {
  return inTransaction(db, async (trx) => {
    if (!(await storeRequiresCheck(trx, companyId, requiresCheck))) throw companyNotFound()
    return idempotency.storeResponse(trx, { requiresCheck })
  })
}

import { findCompany } from '@app/chassis/companies/company-projection.ts'
import { companyNotFound } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { addAuditEntry } from '@app/chassis/operations/audit-entries.ts'
import { PreviewCheckChanged } from '@app/contracts/events/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { storeRequiresCheck } from './company-setting.repository.ts'

/**
 * Sets whether a second admin must check the previews of a company before delivery. A change is added to the audit trail, and reported to
 * the other admins. Throws 404 if the company does not exist.
 */
export function setPreviewCheck(
  { db }: TasksDeps,
  operator: Caller,
  companyId: string,
  requiresCheck: boolean,
  idempotency: IdempotentRequest,
): Promise<{ requiresCheck: boolean }> {
  return inTransaction(db, async (trx) => {
    const company = await findCompany(trx, companyId)
    if (!company) throw companyNotFound()
    if (await storeRequiresCheck(trx, company.id, requiresCheck)) {
      const act = requiresCheck ? 'require-preview-check' : 'waive-preview-check'
      await addAuditEntry(trx, { actor: operator.id, act, subject: company.id, affected: 1 })
      const { id: companyProfileId, name: companyName, ownerId } = company
      const data = { companyProfileId, companyName, ownerId, requiresCheck, changedBy: operator.id }
      await addEvent(trx, PreviewCheckChanged, { aggregateId: company.id, version: 1, data })
    }
    return idempotency.storeResponse(trx, { requiresCheck })
  })
}

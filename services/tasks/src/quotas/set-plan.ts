import { companyNotFound } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addAuditEntry } from '@app/chassis/operations/audit-entries.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import { planTitles, type Quota, quotaKinds, quotaThings } from '@app/contracts/rules/quotas.ts'
import type { TasksDeps } from '../deps.ts'
import { findQuota, savePlan } from './quota.repository.ts'

type Setting = Pick<Quota, 'plan' | 'ownLimits'>

/** Returns the text for the audit trail, for example "Short run ($99), 20 open tasks". */
function inWords({ plan, ownLimits }: Setting): string {
  const own = quotaKinds.flatMap((kind) => {
    const limit = ownLimits[kind]
    return limit === null ? [] : [`${formatNumber(limit)} ${quotaThings[kind]}`]
  })
  return [planTitles[plan], ...own].join(', ')
}

/** Sets the plan and the own limits of a company. Throws 404 if the company does not exist. */
export function setPlan(
  { db }: TasksDeps,
  actor: string,
  companyId: string,
  setting: Setting,
  idempotency: IdempotentRequest,
): Promise<Quota> {
  return inTransaction(db, async (trx) => {
    if (!(await savePlan(trx, companyId, setting))) throw companyNotFound()
    await addAuditEntry(trx, { actor, act: 'set-plan', subject: companyId, reason: inWords(setting), affected: 1 })
    const quota = await findQuota(trx, companyId)
    if (!quota) throw companyNotFound()
    return idempotency.storeResponse(trx, quota)
  })
}

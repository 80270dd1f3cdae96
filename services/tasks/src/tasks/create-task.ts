import { lockCompany } from '@app/chassis/companies/company-projection.ts'
import { type Owner, ownCompany } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/errors.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { createTask as contract, Task } from '@app/contracts/http/tasks.ts'
import { tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import { capRefusal, MONTHLY_CAP } from '@app/contracts/rules/monthly-cap.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { addTask } from './add-task.ts'
import type { Brief } from './brief.ts'
import { ownerBrief } from './owner-brief.ts'
import { countInMonth } from './task.repository.ts'

const countsInMonth = (brief: Brief): boolean => !brief.is_recurring && Boolean(brief.target_posting_date)

/** Locks the company's row, so that concurrent requests wait before they count the tasks of the month. */
async function lockMonth(trx: Transaction<Tables>, companyId: string, brief: Brief): Promise<void> {
  if (countsInMonth(brief)) await lockCompany(trx, companyId)
}

/** Throws 422 if the company already has the maximum number of tasks in the month of the posting date. */
async function requireRoomInMonth(db: Kysely<Tables>, companyId: string, brief: Brief): Promise<void> {
  const date = brief.target_posting_date
  if (!countsInMonth(brief) || !date) return
  const count = await countInMonth(db, companyId, date)
  if (count >= MONTHLY_CAP) {
    const message = capRefusal(count, date)
    throw new AppError('monthly-cap', 'refused', message, { errors: [{ field: 'targetPostingDate', message }] })
  }
}

export async function createTask(
  deps: TasksDeps,
  owner: Owner,
  { fields, acceptFiles }: ReceivedForm<typeof contract>,
  idempotency: IdempotentRequest,
): Promise<Task> {
  const company = await ownCompany(deps, owner, fields.companyProfileId)
  const brief = ownerBrief(fields, tomorrowIn(deps.timeZone, deps.now()))
  await requireRoomInMonth(deps.db, company.id, brief)
  const { referenceImage } = await acceptFiles()
  return inTransaction(deps.db, async (trx) => {
    await lockMonth(trx, company.id, brief)
    await requireRoomInMonth(trx, company.id, brief)
    const file = referenceImage && { stored: referenceImage, field: 'referenceImage' }
    await requireQuota(trx, company.id, { openTasks: 1, series: brief.is_recurring ? 1 : 0, file })
    return idempotency.storeResponse(
      trx,
      await addTask(trx, deps, company, { brief, referenceImage: referenceImage?.key, createdBy: 'owner' }),
    )
  })
}

import { lockCompany } from '@app/chassis/companies/company-projection.ts'
import { type Owner, ownCompany } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/http/errors.ts'
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
import { ownerTaskInput } from './owner-task-input.ts'
import { countInMonth } from './task.repository.ts'
import type { TaskInput } from './task-input.ts'

const countsInMonth = (taskInput: TaskInput): boolean => !taskInput.is_recurring && Boolean(taskInput.target_posting_date)

/** Locks the company's row, so that concurrent requests wait before they count the tasks of the month. */
async function lockMonth(trx: Transaction<Tables>, companyId: string, taskInput: TaskInput): Promise<void> {
  if (countsInMonth(taskInput)) await lockCompany(trx, companyId)
}

/** Throws 422 if the company already has the maximum number of tasks in the month of the posting date. */
async function requireRoomInMonth(db: Kysely<Tables>, companyId: string, taskInput: TaskInput): Promise<void> {
  const date = taskInput.target_posting_date
  if (!countsInMonth(taskInput) || !date) return
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
  const taskInput = ownerTaskInput(fields, tomorrowIn(deps.timeZone, deps.now()))
  await requireRoomInMonth(deps.db, company.id, taskInput)
  const { referenceImage } = await acceptFiles()
  return inTransaction(deps.db, async (trx) => {
    await lockMonth(trx, company.id, taskInput)
    await requireRoomInMonth(trx, company.id, taskInput)
    const file = referenceImage && { stored: referenceImage, field: 'referenceImage' }
    await requireQuota(trx, company.id, { openTasks: 1, series: taskInput.is_recurring ? 1 : 0, file })
    return idempotency.storeResponse(
      trx,
      await addTask(trx, deps, company, { taskInput, referenceImage: referenceImage?.key, createdBy: 'owner' }),
    )
  })
}

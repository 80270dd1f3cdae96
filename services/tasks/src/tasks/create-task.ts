import { type Owner, ownCompany } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { createTask as contract, Task } from '@app/contracts/http/tasks.ts'
import { type CalendarDate, tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import { capRefusal } from '@app/contracts/rules/monthly-cap.ts'
import type { TasksDeps } from '../deps.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { addTask } from './add-task.ts'
import { ownerTaskInput } from './owner-task-input.ts'
import { requireRoomInMonth, reserveRoomInMonth } from './room-in-month.ts'
import type { TaskInput } from './task-input.ts'

/** Returns the date whose month the task counts in. Undefined for a recurring task, which counts in no month. */
const countedDate = ({ is_recurring, target_posting_date }: TaskInput): CalendarDate | undefined =>
  is_recurring ? undefined : (target_posting_date ?? undefined)

export async function createTask(
  deps: TasksDeps,
  owner: Owner,
  { fields, acceptFiles }: ReceivedForm<typeof contract>,
  idempotency: IdempotentRequest,
): Promise<Task> {
  const company = await ownCompany(deps, owner, fields.companyProfileId)
  const taskInput = ownerTaskInput(fields, tomorrowIn(deps.timeZone, deps.now()))
  const date = countedDate(taskInput)
  if (date) await requireRoomInMonth(deps.db, company.id, date, capRefusal)
  const { referenceImage } = await acceptFiles()
  return inTransaction(deps.db, async (trx) => {
    if (date) await reserveRoomInMonth(trx, company.id, date, capRefusal)
    const file = referenceImage && { stored: referenceImage, field: 'referenceImage' }
    await requireQuota(trx, company.id, { openTasks: 1, series: taskInput.is_recurring ? 1 : 0, file })
    return idempotency.storeResponse(
      trx,
      await addTask(trx, deps, company, { taskInput, referenceImage: referenceImage?.key, createdBy: 'owner' }),
    )
  })
}

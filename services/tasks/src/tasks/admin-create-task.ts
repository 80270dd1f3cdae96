import { findCompany } from '@app/chassis/companies/company-projection.ts'
import { companyNotFound } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { adminCreateTask as contract, Task } from '@app/contracts/http/tasks.ts'
import { tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import type { TasksDeps } from '../deps.ts'
import { addTask } from './add-task.ts'
import { adminTaskInput } from './admin-task-input.ts'

/** Creates a task on behalf of an admin. The task counts toward the company's monthly limit, but the limit does not apply to admins. */
export async function adminCreateTask(
  deps: TasksDeps,
  { fields, acceptFiles }: ReceivedForm<typeof contract>,
  idempotency: IdempotentRequest,
): Promise<Task> {
  const company = await findCompany(deps.db, fields.companyProfileId)
  if (!company) throw companyNotFound()
  const taskInput = adminTaskInput(fields, tomorrowIn(deps.timeZone, deps.now()))
  const { referenceImage: file } = await acceptFiles()
  const referenceImage = file?.key
  return inTransaction(deps.db, async (trx) =>
    idempotency.storeResponse(trx, await addTask(trx, deps, company, { taskInput, referenceImage, createdBy: 'admin' })),
  )
}

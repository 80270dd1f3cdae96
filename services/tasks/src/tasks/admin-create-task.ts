import { findCompany } from '@app/chassis/companies/company-projection.ts'
import { companyNotFound } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { adminCreateTask as contract, Task } from '@app/contracts/http/tasks.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { type CalendarDate, DATE_INVALID, isCalendarDate, tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import { checkPostingTime } from '@app/contracts/rules/posting-time.ts'
import { type Fault, SUBMISSION_TOO_EARLY, TARGET_TOO_EARLY } from '@app/contracts/rules/task-dates.ts'
import type { TasksDeps } from '../deps.ts'
import { addTask } from './add-task.ts'
import { recurrenceInput } from './recurrence-input.ts'
import { notRecurring, refuse, type TaskInput, type TaskInputFields, taskInputOf } from './task-input.ts'

const REQUIRED = 'Please fill in all required fields'

function checkDate(field: string, date: string, tooEarly: string, tomorrow: CalendarDate): Fault | undefined {
  if (!isCalendarDate(date)) return { field, message: DATE_INVALID }
  return date < tomorrow ? { field, message: tooEarly } : undefined
}

interface RequiredFields {
  title: string
  targetPostingDate: string
  submissionForReview: string
}

/** Checks what each task of an admin needs, unless it repeats. Throws 422 with the first error. */
export function requireTitleAndDates({ title, targetPostingDate, submissionForReview }: RequiredFields, tomorrow: CalendarDate): void {
  for (const [field, value] of Object.entries({ title, targetPostingDate, submissionForReview })) {
    if (isBlank(value)) refuse({ field, message: REQUIRED })
  }
  refuse(checkDate('submissionForReview', submissionForReview, SUBMISSION_TOO_EARLY, tomorrow))
  refuse(checkDate('targetPostingDate', targetPostingDate, TARGET_TOO_EARLY, tomorrow))
}

/** Validates an admin's form for a new task. Throws 422 with the first error. `tomorrow` is in the business's time zone. */
function adminTaskInput(fields: TaskInputFields, tomorrow: CalendarDate): TaskInput {
  const taskInput = taskInputOf(fields)
  if (fields.isRecurring === 'true') {
    if (isBlank(taskInput.title)) refuse({ field: 'title', message: REQUIRED })
    refuse(checkPostingTime(fields.targetPostingTime))
    return { ...taskInput, ...recurrenceInput(fields, tomorrow) }
  }
  const { targetPostingDate = '', submissionForReview = '' } = fields
  requireTitleAndDates({ title: taskInput.title, targetPostingDate, submissionForReview }, tomorrow)
  refuse(checkPostingTime(fields.targetPostingTime))
  return { ...taskInput, ...notRecurring }
}

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

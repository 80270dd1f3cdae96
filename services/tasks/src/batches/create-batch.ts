import { createHash } from 'node:crypto'
import { findCompany, lockCompany } from '@app/chassis/companies/company-projection.ts'
import { companyNotFound } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import { failureOf } from '@app/chassis/http/error-handler.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { BatchResult, createTaskBatch as contract } from '@app/contracts/http/task-batches.ts'
import { tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import { capRefusal } from '@app/contracts/rules/monthly-cap.ts'
import { BATCH_COMPANIES_MAX, BATCH_UNDO_MINUTES } from '@app/contracts/rules/task-batches.ts'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { addTask } from '../tasks/add-task.ts'
import { requireRoomInMonth } from '../tasks/room-in-month.ts'
import { refuse } from '../tasks/task-input.ts'
import { type BatchRow, findBatch, findItem, findItems, insertBatch, insertItem } from './batch.repository.ts'
import { type BatchInput, batchInput, companyTexts } from './batch-input.ts'

type Body = Type.Static<typeof contract.schema.body>
type Wanted = Body['companies'][number]

const batchOver = (): AppError =>
  new AppError('batch-over', 'conflict', `These tasks were created more than ${BATCH_UNDO_MINUTES} minutes ago. Please start again.`)

const otherBrief = (): AppError =>
  new AppError('batch-reused', 'refused', 'This id was used for tasks with another brief. Please use a new one.')

/** Stores a new batch, or returns the batch that an earlier request with this id has stored. */
async function openBatch({ db }: TasksDeps, admin: Caller, id: string, input: BatchInput): Promise<BatchRow> {
  const brief_hash = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
  await insertBatch(db, { id, title: input.texts.title.trim(), brief_hash, created_by: admin.id })
  const batch = await findBatch(db, id)
  if (!batch || batch.isOver) throw batchOver()
  if (batch.brief_hash !== brief_hash || batch.created_by !== admin.id) throw otherBrief()
  return batch
}

/** Throws 422 if a batch would have more companies than the maximum. */
async function requireRoomInBatch({ db }: TasksDeps, batchId: string, wanted: readonly Wanted[]): Promise<void> {
  const earlier = (await findItems(db, batchId)).map(({ company_id }) => company_id)
  const companies = new Set([...earlier, ...wanted.map(({ companyId }) => companyId.toLowerCase())])
  if (companies.size > BATCH_COMPANIES_MAX) throw refusedField('companies', `Choose at most ${BATCH_COMPANIES_MAX} companies.`)
}

/** Creates the task of one company. Returns its number, also if an earlier request has created the task. */
async function createFor(deps: TasksDeps, batchId: string, input: BatchInput, { companyId, acceptFullMonth }: Wanted): Promise<number> {
  const company = await findCompany(deps.db, companyId)
  if (!company) throw companyNotFound()
  const { filled, fault } = companyTexts(input, company.name)
  refuse(fault)
  return inTransaction(deps.db, async (trx) => {
    await lockCompany(trx, company.id)
    const earlier = await findItem(trx, batchId, company.id)
    if (earlier) return earlier.task_number
    if (!acceptFullMonth) await requireRoomInMonth(trx, company.id, input.targetPostingDate, capRefusal)
    const taskInput = { ...input.task, ...filled }
    const { _id, taskId } = await addTask(trx, deps, company, { taskInput, referenceImage: null, createdBy: 'admin' })
    const item = { batch_id: batchId, company_id: company.id, company_name: company.name, task_id: _id, task_number: taskId }
    await insertItem(trx, item)
    return taskId
  })
}

/**
 * Creates tasks with one brief, one after the other, each in its own transaction, and returns a result for each company. Repeated requests
 * create no second task for a company, even if the first one was removed.
 */
export async function createBatch(
  deps: TasksDeps,
  admin: Caller,
  batchId: string,
  { brief, companies }: Body,
): Promise<{ undoUntil: string; results: BatchResult[] }> {
  const input = batchInput(brief, tomorrowIn(deps.timeZone, deps.now()))
  const { undoUntil } = await openBatch(deps, admin, batchId, input)
  await requireRoomInBatch(deps, batchId, companies)
  const results: BatchResult[] = []
  for (const wanted of companies) {
    const { companyId } = wanted
    try {
      results.push({ companyId, status: 200, message: '', taskId: await createFor(deps, batchId, input, wanted) })
    } catch (error) {
      if (!(error instanceof AppError)) deps.log.error({ err: error, companyId, batchId }, 'a task of a batch was not created')
      results.push({ companyId, ...failureOf(error) })
    }
  }
  return { undoUntil, results }
}

import type { Caller } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import { removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import type { UndoneTask } from '@app/contracts/http/task-batches.ts'
import { BATCH_UNDO_MINUTES } from '@app/contracts/rules/task-batches.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { deleteByAdmin } from '../tasks/remove-task.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { withLockedTask } from '../tasks/with-locked-task.ts'
import { type BatchItem, findAdditions, findBatch, findItems, markUndone } from './batch.repository.ts'

/** The reason that the owners read. */
const REASON = 'We created this task by mistake.'

const batchNotFound = (): AppError => new AppError('batch-not-found', 'not-found', 'These tasks were not found')

const undoOver = (): AppError =>
  new AppError('undo-over', 'conflict', `These tasks were created more than ${BATCH_UNDO_MINUTES} minutes ago. Remove them one by one.`)

/** Returns the reason why a task is kept: people have worked on it. */
async function reasonToKeep(trx: Transaction<Tables>, { _id, version }: LockedTask): Promise<string | undefined> {
  const { hasPreview, hasMessage } = await findAdditions(trx, _id)
  if (hasPreview) return 'It already has a preview.'
  if (hasMessage) return 'There are messages about it.'
  return version > 1 ? 'It was changed.' : undefined
}

/** Removes the task of an item. Returns the reason if the task is kept. */
async function undoItem(deps: TasksDeps, admin: Caller, item: BatchItem): Promise<string | undefined> {
  if (item.undone_at !== null) return undefined
  try {
    const { keys, reason } = await withLockedTask(deps, admin, item.task_id, async (trx, task) => {
      const kept = await reasonToKeep(trx, task)
      if (kept) return { keys: [], reason: kept }
      await markUndone(trx, item)
      return { keys: await deleteByAdmin(trx, task, admin, REASON), reason: undefined }
    })
    await removeUnreferencedFiles(deps, keys)
    return reason
  } catch (error) {
    // The owner or an admin has removed the task.
    if (error instanceof AppError && error.kind === 'not-found') return undefined
    throw error
  }
}

/**
 * Removes the tasks of a batch that nobody has worked on, one after the other, each in its own transaction. Returns all tasks of the batch.
 * Throws 404 for an unknown batch, and 409 if its time is over.
 */
export async function undoBatch(deps: TasksDeps, admin: Caller, batchId: string): Promise<{ tasks: UndoneTask[] }> {
  const batch = await findBatch(deps.db, batchId)
  if (!batch) throw batchNotFound()
  if (batch.isOver) throw undoOver()
  const tasks: UndoneTask[] = []
  for (const item of await findItems(deps.db, batchId)) {
    const reason = await undoItem(deps, admin, item)
    const { company_id: companyId, company_name: companyName, task_number: taskId } = item
    tasks.push({ companyId, companyName, taskId, outcome: reason ? 'kept' : 'removed', message: reason ?? '' })
  }
  return { tasks }
}

import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { type Caller, ownerIdOf } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { findSummary } from '../previews/preview.repository.ts'
import { lockOccurrences } from '../series/series.repository.ts'
import { findTask, type LockedTask, lockTask } from './task.repository.ts'
import { type TaskRow, toTask } from './task-row.ts'
import { type Action, decideTransition } from './task-transitions.ts'

export const taskNotFound = (): AppError => new AppError('task-not-found', 'not-found', 'Task not found')

/** Returns a task that the caller may see. Throws 404 if there is no such task. */
export async function requireTask({ db }: TasksDeps, caller: Caller, ref: string): Promise<TaskRow> {
  const task = await findTask(db, ref, ownerIdOf(caller))
  if (!task) throw taskNotFound()
  return task
}

/**
 * Runs a change of one task in a transaction that locks the row of the task. Concurrent changes wait for their turn and for the lock, and
 * then get the changed task. `lockFirst` locks other tasks that the change also needs. Throws 404 if the task does not exist or belongs to
 * another owner.
 */
export function withLockedTask<T>(
  { db }: TasksDeps,
  caller: Caller,
  ref: string,
  change: (trx: Transaction<Tables>, task: LockedTask) => Promise<T>,
  lockFirst?: (trx: Transaction<Tables>) => Promise<void>,
): Promise<T> {
  return inTransaction(
    db,
    async (trx) => {
      await lockFirst?.(trx)
      const task = await lockTask(trx, ref, ownerIdOf(caller))
      if (!task) throw taskNotFound()
      return change(trx, task)
    },
    { row: `task ${caller.id} ${ref}` },
  )
}

/** Like `withLockedTask`, but first locks all tasks of the series of the task, if it has one. */
export const withLockedSeriesOf = <T>(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  change: (trx: Transaction<Tables>, task: LockedTask) => Promise<T>,
): Promise<T> =>
  withLockedTask(deps, caller, ref, change, async (trx) => {
    const task = await findTask(trx, ref, ownerIdOf(caller))
    if (task?.seriesId) await lockOccurrences(trx, task.seriesId)
  })

/** Creates an error with status code 409. The response contains the current task. */
export const conflict = ({ store }: TasksDeps, task: TaskRow, code: string, message: string): AppError =>
  new AppError(code, 'conflict', message, { extensions: { task: toTask(task, store.publicUrl) } })

export function requireAllowed(deps: TasksDeps, task: TaskRow, action: Action): 'allowed' | 'already-done' {
  const decision = decideTransition(task, action)
  if (decision.kind === 'refused') throw conflict(deps, task, decision.code, decision.message)
  return decision.kind
}

/** The current preview as the caller knows it. */
export interface KnownPreview {
  previewNo?: number | undefined
  contentHash?: string | undefined
}

/** Throws 409 if the preview that the caller has seen is not the current preview. */
export async function requirePreview(
  trx: Transaction<Tables>,
  deps: TasksDeps,
  task: LockedTask,
  { previewNo, contentHash }: KnownPreview,
): Promise<void> {
  if (previewNo !== undefined && previewNo !== task.previewNo) throw previewReplaced(deps, task)
  if (contentHash === undefined) return
  const current = task.previewNo === null ? undefined : (await findSummary(trx, task._id, task.previewNo)).content_hash
  if (contentHash !== current) throw previewReplaced(deps, task)
}

export const previewReplaced = (deps: TasksDeps, task: TaskRow): AppError =>
  conflict(deps, task, 'preview-replaced', 'A newer preview is ready. Please look at it first.')

export function requireVersion(deps: TasksDeps, task: TaskRow, version: number | undefined): void {
  if (version !== undefined && version !== task.version)
    throw conflict(deps, task, 'task-changed', 'This task was changed in the meantime. Please check it again.')
}

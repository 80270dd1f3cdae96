import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/errors.ts'
import { type Caller, ownerIdOf } from '@app/chassis/http/auth.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { type LockedTask, lockTask } from './task.repository.ts'
import { type TaskRow, toTask } from './task-row.ts'
import { type Action, decideTransition } from './task-transitions.ts'

export const taskNotFound = (): AppError => new AppError('task-not-found', 'not-found', 'Task not found')

/**
 * Runs a change of one task in a transaction that holds its row: whoever acts at the same moment waits, and then meets
 * the task as it has become. 404 for a task that is not there or not the caller's.
 */
export function withLockedTask<T>(
  { db }: TasksDeps,
  caller: Caller,
  ref: string,
  change: (trx: Transaction<Tables>, task: LockedTask) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (trx) => {
    const task = await lockTask(trx, ref, ownerIdOf(caller))
    if (!task) throw taskNotFound()
    return change(trx, task)
  })
}

/** A 409 that carries the task as it is now. */
export const conflict = ({ store }: TasksDeps, task: TaskRow, code: string, message: string): AppError =>
  new AppError(code, 'conflict', message, { extensions: { task: toTask(task, store.publicUrl) } })

/** Throws a 409 if the action is not allowed. Returns `open` if it can be done, or `holds` if it has been done already. */
export function requireAllowed(deps: TasksDeps, task: LockedTask, action: Action): 'open' | 'holds' {
  const decision = decideTransition(task, action)
  if (decision.kind === 'refused') throw conflict(deps, task, decision.code, decision.message)
  return decision.kind
}

/** Throws the 409 when the caller acts on a version of the task that is not the present one. */
export function requireVersion(deps: TasksDeps, task: LockedTask, version: number | undefined): void {
  if (version !== undefined && version !== task.version)
    throw conflict(deps, task, 'task-changed', 'This task has changed in the meantime. Please look at it again.')
}

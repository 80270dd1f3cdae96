import type { Caller } from '@app/chassis/http/auth.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { moveTask as contract } from '@app/contracts/http/task-changes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { canMove } from '@app/contracts/rules/task-status.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { moveSeries } from '../series/move-series.ts'
import { lockSeries, updateSeries } from '../series/series.repository.ts'
import { findTask, type LockedTask } from '../tasks/task.repository.ts'
import { toTask } from '../tasks/task-row.ts'
import { conflict, requireVersion, withLockedSeriesOf, withLockedTask } from '../tasks/with-locked-task.ts'
import { changeBrief, newDatesOf, newTimeOf } from './change-brief.ts'

type Move = Type.Static<typeof contract.schema.body>

const POSTED = 'This task has already been posted.'
const NOT_REPEATING = 'This task does not repeat, so only this task can be moved.'

const changeDates = (trx: Transaction<Tables>, deps: TasksDeps, task: LockedTask, caller: Caller, move: Move): Promise<LockedTask> =>
  changeBrief(trx, deps, task, caller, { ...newDatesOf(deps, caller, task, move), ...newTimeOf(move) })

/**
 * Moves a task, and its series to the weekday and the time of the new date. If the task already has this date, the series stays on its
 * weekday.
 */
async function moveWithSeries(
  trx: Transaction<Tables>,
  deps: TasksDeps,
  task: LockedTask,
  caller: Caller,
  move: Move,
): Promise<LockedTask> {
  const series = task.seriesId === null ? undefined : await lockSeries(trx, task.seriesId, undefined)
  if (!series || task.occurrenceDate === null) throw refusedField('scope', NOT_REPEATING)
  const moved = await changeDates(trx, deps, task, caller, move)
  const date = calendarDateOf(moved)
  if (move.targetPostingTime !== undefined) await updateSeries(trx, series.id, { target_posting_time: moved.targetPostingTime })
  if (date === null || date === calendarDateOf(task)) return moved
  await moveSeries(trx, deps, series, { occurrenceDate: task.occurrenceDate, date, movedBy: caller.role })
  return { ...moved, ...(await findTask(trx, task._id, undefined)) }
}

/** Moves a task to another posting date. An approval stays valid, because it names the content of the preview. */
export function moveTask(
  deps: TasksDeps,
  caller: Caller,
  { ref, version }: { ref: string; version: number },
  move: Move,
  idempotency: IdempotentRequest,
): Promise<Task> {
  const withSeries = move.scope === 'following'
  // A change of the series changes its other tasks, too.
  const withLock = withSeries ? withLockedSeriesOf : withLockedTask
  return withLock(deps, caller, ref, async (trx, task) => {
    if (!canMove(task)) throw conflict(deps, task, 'task-status', POSTED)
    requireVersion(deps, task, version)
    const moved = withSeries ? await moveWithSeries(trx, deps, task, caller, move) : await changeDates(trx, deps, task, caller, move)
    return idempotency.storeResponse(trx, toTask(moved, deps.store.publicUrl))
  })
}

import type { Caller } from '@app/chassis/http/auth.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { TaskChanged } from '@app/contracts/events/tasks.ts'
import { BRIEF_FULL, BRIEF_VERSIONS_MAX, type BriefPart } from '@app/contracts/rules/brief.ts'
import { monthOf, tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { capMoveRefusal } from '@app/contracts/rules/monthly-cap.ts'
import { type MovedDates, moveDates } from '@app/contracts/rules/moved-dates.ts'
import { checkPostingTime } from '@app/contracts/rules/posting-time.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { proofreadAgain } from '../proofreading/proofreading.repository.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import { reserveRoomInMonth } from '../tasks/room-in-month.ts'
import { changeTask, type LockedTask } from '../tasks/task.repository.ts'
import { refuse } from '../tasks/task-input.ts'
import type { TaskRow } from '../tasks/task-row.ts'
import { conflict } from '../tasks/with-locked-task.ts'
import { type BriefValues, briefColumns, changedParts } from './brief-values.ts'
import { insertFirstState, insertState } from './brief-version.repository.ts'

type RequestedDates = Parameters<typeof moveDates>[1]

/** Returns the new dates of a task. Throws 422 if the caller may not choose these dates. */
export function newDatesOf({ timeZone, now }: TasksDeps, { role }: Caller, task: TaskRow, requested: RequestedDates): MovedDates {
  const moved = moveDates(task, requested, { isOwner: role === 'owner', tomorrow: tomorrowIn(timeZone, now()) })
  if ('fault' in moved) throw refusedField(moved.fault.field, moved.fault.message)
  return moved
}

/** Returns the new posting time if one is requested. An empty time is removed. Throws 422 if it is not a time. */
export function newTimeOf({ targetPostingTime: time }: { targetPostingTime?: string | undefined }): Partial<BriefValues> {
  refuse(checkPostingTime(time))
  return time === undefined ? {} : { targetPostingTime: time || null }
}

/**
 * Throws 422 if an owner moves a task to a month that is already full. Locks the company's row, so that concurrent moves and new tasks wait
 * before the tasks of the month are counted.
 */
async function requireRoom(
  trx: Transaction<Tables>,
  { role }: Caller,
  task: LockedTask,
  { targetPostingDate: date }: BriefValues,
): Promise<void> {
  const from = task.targetPostingDate
  if (role !== 'owner' || task.isRecurring || date === null || (from !== null && monthOf(date) === monthOf(from))) return
  await reserveRoomInMonth(trx, task.companyProfileId, date, capMoveRefusal)
}

/** Parts of a brief with which previews are not compared. */
const notProofread: readonly BriefPart[] = ['submissionForReview', 'referenceImage']

/**
 * Changes the brief of a task, stores the new state in the history, and adds the event. Previews that are compared with the brief are
 * checked again. If nothing changes, returns the same task. Throws 409 if the history is full.
 */
export async function changeBrief(
  trx: Transaction<Tables>,
  deps: TasksDeps,
  task: LockedTask,
  caller: Caller,
  change: Partial<BriefValues>,
): Promise<LockedTask> {
  const after = { ...task, ...change }
  const changed = changedParts(task, after)
  if (changed.length === 0) return task
  if (task.briefVersion >= BRIEF_VERSIONS_MAX) throw conflict(deps, task, 'brief-full', BRIEF_FULL)
  await requireRoom(trx, caller, task, after)
  if (task.briefVersion === 1) await insertFirstState(trx, task)
  const row = await changeTask(trx, task, { ...briefColumns(after), brief_version: task.briefVersion + 1 })
  await insertState(trx, row, { changedBy: caller, changed })
  if (changed.some((part) => !notProofread.includes(part))) await proofreadAgain(trx, row)
  const before = calendarDateOf(task)
  await addEvent(trx, TaskChanged, {
    aggregateId: task._id,
    version: row.version,
    data: {
      ...eventPayload(row),
      changedBy: caller.role,
      changed,
      briefVersion: row.briefVersion,
      ...(calendarDateOf(row) !== before && { previousPostingDate: before }),
    },
  })
  return row
}

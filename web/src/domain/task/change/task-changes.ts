import { type BriefState, editTask, moveTask } from '@app/contracts/http/task-changes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { monthOf } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf, type DatedTask } from '@app/contracts/rules/calendar.ts'
import { capMoveRefusal, MONTHLY_CAP } from '@app/contracts/rules/monthly-cap.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { adminCall, call } from '../../../shared/api/call.ts'
import type { CallInput } from '../../../shared/api/route-types.ts'
import type { Caller } from '../../../shared/stores/session.ts'
import type { Brief } from '../brief.ts'
import { tasksInMonth } from '../tasks-in-month.ts'

/** Who changes the tasks of a screen, and how the screen shows the changes. */
export interface TaskChanges {
  caller: Caller
  /** Labels of the texts of a brief. */
  labels: Brief
  /** The tasks of the company, for the monthly limit of owners. Undefined if no limit applies. */
  tasks: readonly Task[] | undefined
  /** Names the author of a state of the brief, from the reader's point of view. */
  authorOf: (state: Pick<BriefState, 'changedByRole' | 'changedBy'>) => string
  /** Stores a changed task in the caches of the screen. */
  keep: (task: Task) => unknown
}

const calls = { owner: call, admin: adminCall } satisfies Record<Caller, unknown>

/** Keeps the current task that the response of a refused change contains (409). */
async function keeping({ keep }: Pick<TaskChanges, 'keep'>, change: Promise<Task>): Promise<Task> {
  try {
    const changed = await change
    await keep(changed)
    return changed
  } catch (error) {
    const current = currentIn(error)
    if (current) await keep(current)
    throw error
  }
}

/** Returns the current task from the response of a change that was refused because the task has changed (409). */
export const currentIn = (error: unknown): Task | undefined =>
  error instanceof ApiError && error.status === 409 ? (error.details as { task?: Task }).task : undefined

type Seen = Pick<Task, '_id' | 'version'>

export type Edits = CallInput<typeof editTask>['form']
export type Move = CallInput<typeof moveTask>['body']

export const sendEdit = (changes: TaskChanges, { _id: id, version }: Seen, form: Edits): Promise<Task> =>
  keeping(changes, calls[changes.caller](editTask, { params: { id }, form, version }))

export type Sender = Pick<TaskChanges, 'caller' | 'keep'>

export const sendMove = (sender: Sender, { _id: id, version }: Seen, body: Move): Promise<Task> =>
  keeping(sender, calls[sender.caller](moveTask, { params: { id }, body, version }))

type Counted = DatedTask & Pick<Task, '_id' | 'isRecurring'>

/** Returns the number of the company's other tasks in the month of a new date. Undefined if the monthly limit does not apply to the move. */
export function othersInMonth(task: Counted, date: CalendarDate, tasks: readonly Task[] | undefined): number | undefined {
  const day = calendarDateOf(task)
  if (!tasks || task.isRecurring || !date || (day && monthOf(day) === monthOf(date))) return undefined
  return tasksInMonth(
    tasks.filter(({ _id }) => _id !== task._id),
    date,
  )
}

/** Returns the error message if the month of a new date is full. */
export function fullMonth(task: Counted, date: CalendarDate, tasks: readonly Task[] | undefined): string | undefined {
  const others = othersInMonth(task, date, tasks)
  return others !== undefined && others >= MONTHLY_CAP ? capMoveRefusal(others, date) : undefined
}

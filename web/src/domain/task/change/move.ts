import { formatDate } from '@app/contracts/format/dates.ts'
import { formatTimeOfDay } from '@app/contracts/format/times.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { type MovedDates, moveDates } from '@app/contracts/rules/moved-dates.ts'
import type { Fault } from '@app/contracts/rules/task-dates.ts'
import { messageOf } from '../../../shared/api/api-error.ts'
import { businessTomorrow } from '../../../shared/format/dates.ts'
import type { Caller } from '../../../shared/stores/session.ts'
import { notify } from '../../../shared/ui/notify.tsx'
import { type Move, type Sender, sendMove } from './task-changes.ts'

/** The fields of a task that its move needs. The cards of the admins' lists have them, too. */
export type MovableTask = Pick<
  Task,
  | '_id'
  | 'title'
  | 'version'
  | 'currentStatus'
  | 'targetPostingDate'
  | 'targetPostingTime'
  | 'submissionForReview'
  | 'isRecurring'
  | 'recurrenceStartDate'
  | 'seriesId'
  | 'occurrenceDate'
  | 'nextOccurrenceDate'
  | 'previewNo'
>

export const MOVE_FAILED = 'We couldn’t move the post'

const UNDO_MS = 10_000

/** Whether later posts of a series follow a task, so that they can move with it. */
export const hasFollowing = ({ seriesId, occurrenceDate, nextOccurrenceDate }: MovableTask): boolean =>
  seriesId !== null && occurrenceDate !== null && nextOccurrenceDate !== null

/** Returns the dates of a task after its move to a day, or the fault of this day. */
export const datesAfterMove = (task: MovableTask, targetPostingDate: CalendarDate, caller: Caller): MovedDates | { fault: Fault } =>
  moveDates(task, { targetPostingDate }, { isOwner: caller === 'owner', tomorrow: businessTomorrow() })

/** Returns for example "Mon, Dec 7, 2026", or with a time "Mon, Dec 7, 2026, 9:00 AM". */
const inWords = (date: CalendarDate, time: string | null | undefined): string =>
  time ? `${formatDate(date)}, ${formatTimeOfDay(time)}` : formatDate(date)

/** Returns the move back to the dates before a move. Undefined if the task would be moved to a day before tomorrow. */
function moveBack(task: MovableTask, { scope, targetPostingTime: time }: Move): Move | undefined {
  const date = calendarDateOf(task)
  const { submissionForReview: review } = task
  const tomorrow = businessTomorrow()
  if (!date || date < tomorrow) return undefined
  return {
    targetPostingDate: date,
    ...(time !== undefined && { targetPostingTime: task.targetPostingTime ?? '' }),
    ...(review && review >= tomorrow && { submissionForReview: review }),
    ...(scope && { scope }),
  }
}

/** Moves a task, and shows a toast with a button that moves it back. Rejects if the server refuses the move. */
export async function moveWithUndo(sender: Sender, task: MovableTask, move: Move): Promise<Task> {
  const moved = await sendMove(sender, task, move)
  const back = moveBack(task, move)
  const undo = async () => {
    try {
      await sendMove(sender, moved, back ?? move)
      notify.success(`Moved back to ${inWords(back?.targetPostingDate ?? '', task.targetPostingTime)}`)
    } catch (error) {
      notify.error(messageOf(error, MOVE_FAILED))
    }
  }
  notify.success(`Moved to ${inWords(move.targetPostingDate, moved.targetPostingTime)}`, {
    autoClose: UNDO_MS,
    ...(back && { action: { label: 'Undo', run: () => void undo() } }),
  })
  return moved
}

import type { Turn } from '@app/contracts/http/board.ts'
import { type RawBuilder, sql } from 'kysely'
import { calendarDay } from '../calendar/calendar-day.ts'

/**
 * SQL expression of the date of a task, by which lists are sorted. The indexes `task_posting_day` and `task_unconfirmed_day` must have the
 * same expression.
 */
export const dueDay: RawBuilder<string> = sql`coalesce(${calendarDay}, date 'infinity')`

/** SQL expression of the date of submission for review. The index `task_review` must have the same expression. */
export const reviewDay: RawBuilder<string> = sql`coalesce(submission_for_review, date 'infinity')`

/**
 * SQL expression of the role that must act on a Pending task: `owner` if the task has a preview that was not referred back, otherwise
 * `admin`. The indexes `task_turn_day` and `task_turn_newest` must have the same expression.
 */
export const turn: RawBuilder<Turn> = sql`
  case when done_task_image is not null and rollbacks -> -1 ->> 'doneTaskImage' is distinct from done_task_image
    then 'owner' else 'admin' end`

/**
 * SQL expression of the date of the next step: the review date while an admin owes a preview, otherwise the date of the task. The
 * indexes `task_next_step_day`, `task_turn_day` and `task_bounced_day` must have the same expression.
 */
export const nextStepDay: RawBuilder<string> = sql`
  case when status = 'Roll Back' or status = 'Pending' and ${turn} = 'admin'
    then coalesce(submission_for_review, ${dueDay}) else ${dueDay} end`

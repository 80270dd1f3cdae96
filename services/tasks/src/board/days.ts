import { type RawBuilder, sql } from 'kysely'

/** SQL expression of the posting date, or of the first date of a recurring task. The index `task_due` must have the same expression. */
export const dueDay: RawBuilder<string> = sql`coalesce(target_posting_date, recurrence_start_date, date 'infinity')`

/** SQL expression of the date of submission for review. The index `task_review` must have the same expression. */
export const reviewDay: RawBuilder<string> = sql`coalesce(submission_for_review, date 'infinity')`

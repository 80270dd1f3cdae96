import { type RawBuilder, sql } from 'kysely'

/**
 * SQL expression for the posting date of a task. For a recurring task, this is the first date. Tasks without a date sort last. The index
 * `task_due` has the same expression.
 */
export const dueDay: RawBuilder<string> = sql`coalesce(target_posting_date, recurrence_start_date, date 'infinity')`

/** SQL expression for the review date of a task. Tasks without a date sort last. The index `task_review` has the same expression. */
export const reviewDay: RawBuilder<string> = sql`coalesce(submission_for_review, date 'infinity')`

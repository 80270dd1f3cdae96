import { type RawBuilder, sql } from 'kysely'

/** The day a task is to be posted, one that recurs from its first day on. Indexed as it stands here; what has no day comes last. */
export const dueDay: RawBuilder<string> = sql`coalesce(target_posting_date, recurrence_start_date, date 'infinity')`

/** The day its preview is to be shown on, likewise. */
export const reviewDay: RawBuilder<string> = sql`coalesce(submission_for_review, date 'infinity')`

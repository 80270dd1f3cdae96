import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { COLLEAGUES_MAX } from '@app/contracts/rules/colleagues.ts'
import { REVIEW_LINK_DAYS } from '@app/contracts/rules/reviews.ts'
import { type Kysely, sql } from 'kysely'
import { nextStepDay, turn } from '../board/days.ts'
import { calendarDay } from '../calendar/calendar-day.ts'
import type { Tables } from '../db/tables.ts'

/** A preview that waits for a decision and has, or had, a review link for the owner. */
export interface WaitingPreview {
  /** Id of the task. */
  _id: string
  /** Number of the task. */
  taskId: number
  title: string
  previewNo: number
  postingDate: CalendarDate | null
  /** When the preview began to wait. */
  since: string
  /** Number of sent reminders of the preview. */
  remindersSent: number
  remindedAt: string | null
  /** The owner wants no reminder of the preview before this date. */
  snoozedUntil: CalendarDate | null
}

/**
 * The tasks with their current previews, the owner's links to these previews, and the withdrawals of their approvals. The creation of a
 * link is computed from its expiry, because the business clock sets only the expiry.
 */
const previews = sql`
  task join preview on preview.task_id = task.id and preview.number = task.preview_number
    cross join lateral (
      select min(expires_at) - make_interval(days => ${sql.lit(REVIEW_LINK_DAYS)}) as issued_at, max(snoozed_until) as snoozed_until
      from review_link
      where review_link.task_id = task.id and review_link.preview_number = task.preview_number and recipient_kind = 'owner'
    ) as link
    cross join lateral (
      select max(decision.created_at) as undone_at from decision
      where decision.task_id = task.id and decision.preview_number = task.preview_number and kind = 'undo'
    ) as undo`

const isWaiting = sql`status = 'Pending' and ${turn} = 'owner'`

/**
 * A preview begins to wait when the owner gets the first link to it, or when its approval is withdrawn. The owner gets the link with the
 * delivery, or later if the company got no review links then. A preview without a link begins to wait when it is delivered.
 */
const since = sql`greatest(coalesce(issued_at, delivered_at), undone_at)`

/** Maximum number of previews of a company that reminders list. */
const PREVIEWS_MAX = 200

/**
 * Returns the previews of a company that wait for a decision and have, or had, a review link for the owner, the most urgent first. With
 * `issuedUntil`, previews whose first link was created later are left out.
 */
export async function findWaiting(db: Kysely<Tables>, companyId: string, issuedUntil?: string): Promise<WaitingPreview[]> {
  const { rows } = await sql<WaitingPreview>`
    select task.id as "_id", task.task_id as "taskId", title, task.preview_number as "previewNo", ${calendarDay} as "postingDate",
      ${since} as since, reminders_sent as "remindersSent", reminded_at as "remindedAt", snoozed_until as "snoozedUntil"
    from ${previews}
    where company_id = ${companyId} and ${isWaiting} and issued_at is not null
      and ${issuedUntil === undefined ? sql`true` : sql`issued_at <= ${issuedUntil}`}
    order by ${calendarDay} nulls last, task.task_id limit ${PREVIEWS_MAX}`.execute(db)
  return rows
}

/** Returns until when a colleague postponed the reminders of the current previews of tasks, by the id of the task. */
export async function findSnoozes(
  db: Kysely<Tables>,
  colleagueId: string,
  taskIds: readonly string[],
): Promise<Map<string, CalendarDate | null>> {
  const { rows } = await sql<{ taskId: string; until: CalendarDate | null }>`
    select task.id as "taskId", max(snoozed_until) as until
    from task join review_link on review_link.task_id = task.id and review_link.preview_number = task.preview_number
    where task.id = any(${taskIds}::uuid[]) and recipient_kind = 'colleague' and recipient_id = ${colleagueId}
    group by task.id`.execute(db)
  return new Map(rows.map(({ taskId, until }) => [taskId, until]))
}

/** Returns the colleagues who get a reminder of these tasks: those who may decide, and have a link to the current preview of a task. */
export async function findReminded(db: Kysely<Tables>, taskIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct colleague.id
    from task join review_link on review_link.task_id = task.id and review_link.preview_number = task.preview_number
      join colleague on colleague.id = recipient_id and colleague.company_id = task.company_id
    where task.id = any(${taskIds}::uuid[]) and recipient_kind = 'colleague' and revoked_at is null
      and state = 'active' and may = 'decide' and colleague.bounced_at is null
    order by colleague.id limit ${COLLEAGUES_MAX}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A preview that waits for a decision shortly before its posting date, with or without a review link. */
export interface PostingPreview {
  companyName: string
  phone: string
  taskId: number
  title: string
  previewNo: number
  postingDate: CalendarDate
}

interface PostingDays {
  /** The posting date is later. */
  after: CalendarDate
  /** The posting date is not later. */
  until: CalendarDate
  /** The preview began to wait before this time. */
  before: Date
  limit: number
}

/** Returns previews of all companies that wait for a decision shortly before their posting dates. */
export async function findPostingSoon(db: Kysely<Tables>, { after, until, before, limit }: PostingDays): Promise<PostingPreview[]> {
  const { rows } = await sql<PostingPreview>`
    select company.name as "companyName", coalesce(profile ->> 'phone', '') as phone, task.task_id as "taskId", title,
      task.preview_number as "previewNo", ${calendarDay} as "postingDate"
    from ${previews} join company on company.id = task.company_id
    where ${isWaiting} and ${nextStepDay} > ${after} and ${nextStepDay} <= ${until} and ${since} < ${before.toISOString()}
    order by ${calendarDay}, company.name, task.task_id limit ${limit}`.execute(db)
  return rows
}

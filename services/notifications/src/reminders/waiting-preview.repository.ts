import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { timeZoneOf } from '@app/contracts/rules/company.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { RemindedPreview } from '../db/review-tables.ts'
import type { Tables } from '../db/tables.ts'

type Row = Selectable<Tables['waiting_preview']>

/** A row whose preview waits for a decision. */
export type WaitingRow = Row & {
  task_number: number
  company_id: string
  recipient_id: string
  preview_number: number
  waits_since: string
}

const columns = [
  'task_id',
  'version',
  'task_number',
  'company_id',
  'recipient_id',
  'company_name',
  'title',
  'posting_date',
  'preview_number',
  'is_waiting',
  'waits_since',
  'review_link_id',
  'link_preview_number',
  'is_link_revoked',
  'snoozed_until',
  'reminded',
  'last_reminded_on',
  'next_reminder_at',
  'changed_at',
] as const

/**
 * Takes a lock, so that concurrent transactions about the reminders of a recipient run one after another. The lock is released at the end
 * of the transaction.
 */
export async function lockReminders(trx: Transaction<Tables>, recipientId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reminders'), hashtext(${recipientId}))`.execute(trx)
}

/** Locks the row of a task, and inserts it first if it does not exist. The update changes nothing: it locks an existing row. */
export function lockPreview(trx: Transaction<Tables>, taskId: string): Promise<Row> {
  return trx
    .insertInto('waiting_preview')
    .values({ task_id: taskId })
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet({ task_id: taskId }))
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function changePreview(trx: Transaction<Tables>, taskId: string, change: Partial<Row>): Promise<void> {
  await trx
    .updateTable('waiting_preview')
    .set({ ...change, changed_at: sql`now()` })
    .where('task_id', '=', taskId)
    .execute()
}

/** Maximum number of waiting previews that `lockWaiting` returns for a recipient. A reminder cannot list more previews. */
const PREVIEWS_MAX = 200

/** Locks the previews that wait for a recipient's decision and have a review link, the most urgent first. */
export async function lockWaiting(trx: Transaction<Tables>, recipientId: string): Promise<WaitingRow[]> {
  const rows = await trx
    .selectFrom('waiting_preview')
    .select(columns)
    .where('recipient_id', '=', recipientId)
    .where('is_waiting', '=', true)
    .whereRef('link_preview_number', '=', 'preview_number')
    .orderBy('posting_date', (order) => order.asc().nullsLast())
    .orderBy('task_number')
    .limit(PREVIEWS_MAX)
    .forUpdate()
    .execute()
  return rows as WaitingRow[]
}

/** Returns the id of the owner's newest link to a task, if it is a link to this preview. */
export async function findOwnersLink(trx: Transaction<Tables>, taskId: string, previewNo: number | undefined): Promise<string | undefined> {
  if (previewNo === undefined) return undefined
  const row = await trx
    .selectFrom('waiting_preview')
    .select('review_link_id')
    .where('task_id', '=', taskId)
    .where('link_preview_number', '=', previewNo)
    .executeTakeFirst()
  return row?.review_link_id ?? undefined
}

/** Returns recipients with a due reminder, the longest due first. */
export async function dueRecipients(db: Kysely<Tables>, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ recipientId: string }>`
    select recipient_id as "recipientId" from waiting_preview where next_reminder_at <= ${now.toISOString()}
    group by recipient_id order by min(next_reminder_at) limit ${limit}`.execute(db)
  return rows.map(({ recipientId }) => recipientId)
}

/** Marks all review links of a recipient in this projection as revoked. After that, the buttons in reminders open the portal. */
export async function revokeLinks(trx: Transaction<Tables>, recipientId: string): Promise<void> {
  await trx.updateTable('waiting_preview').set({ is_link_revoked: true }).where('recipient_id', '=', recipientId).execute()
}

export async function countReminder(trx: Transaction<Tables>, previews: readonly RemindedPreview[]): Promise<void> {
  await sql`
    update waiting_preview set reminded = reminded + 1
    from unnest(${previews.map(({ taskId }) => taskId)}::uuid[], ${previews.map(({ previewNo }) => previewNo)}::int[]) as sent (task_id, number)
    where waiting_preview.task_id = sent.task_id and preview_number = sent.number`.execute(trx)
}

/** Returns the time zone of a company, or the default time zone if no event has reported the company yet. */
export async function companyTimeZone(db: Kysely<Tables>, companyId: string): Promise<string> {
  const { rows } = await sql<{ timeZone: string }>`
    select coalesce(profile ->> 'timeZone', '') as "timeZone" from company where id = ${companyId}`.execute(db)
  return timeZoneOf(rows[0] ?? {})
}

export async function hasReviewLinks(db: Kysely<Tables>, companyId: string): Promise<boolean> {
  const row = await db.selectFrom('review_setting').select('review_links').where('company_id', '=', companyId).executeTakeFirst()
  return row?.review_links ?? true
}

/** Saves whether a company gets review links, unless a newer setting is stored. Events can arrive in any order. */
export async function saveReviewSetting(
  trx: Transaction<Tables>,
  companyId: string,
  reviewLinks: boolean,
  changedAt: string,
): Promise<void> {
  const change = { review_links: reviewLinks, changed_at: changedAt }
  await trx
    .insertInto('review_setting')
    .values({ company_id: companyId, ...change })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(change).where('review_setting.changed_at', '<', changedAt))
    .execute()
}

interface PostingPreview {
  companyName: string
  phone: string
  taskId: number
  title: string
  previewNo: number
  postingDate: CalendarDate
}

/** Returns waiting previews whose posting date is later than `after`, but not later than `until`. They began to wait before `since`. */
export async function postingPreviews(
  db: Kysely<Tables>,
  { after, until, since, limit }: { after: CalendarDate; until: CalendarDate; since: Date; limit: number },
): Promise<PostingPreview[]> {
  const { rows } = await sql<PostingPreview>`
    select company_name as "companyName", coalesce(profile ->> 'phone', '') as phone, task_number as "taskId", title,
      preview_number as "previewNo", posting_date as "postingDate"
    from waiting_preview left join company on company.id = waiting_preview.company_id
    where is_waiting and posting_date > ${after} and posting_date <= ${until} and waits_since < ${since.toISOString()}
    order by posting_date, company_name, task_number limit ${limit}`.execute(db)
  return rows
}

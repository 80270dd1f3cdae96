import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { ListedPreview } from '../db/review-tables.ts'
import type { Tables } from '../db/tables.ts'

/**
 * Takes a lock until commit, so that transactions that add reminders of a company run one after another. The README explains the order of
 * the locks.
 */
export async function lockReminders(trx: Transaction<Tables>, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reminders'), hashtext(${companyId}))`.execute(trx)
}

/** Adds the day's reminder to the admins. Returns false if the day already has one. */
export async function insertAdminsReminder(trx: Transaction<Tables>, id: string, day: CalendarDate, now: Date): Promise<boolean> {
  const added = await trx
    .insertInto('reminder')
    .values({ id, company_id: null, day, is_manual: false, created_clock: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Whether a company has a reminder on a day, automatic or manual. */
export async function hasReminder(trx: Transaction<Tables>, companyId: string, day: CalendarDate): Promise<boolean> {
  const { rows } = await sql`select from reminder where company_id = ${companyId} and day = ${day} limit 1`.execute(trx)
  return rows.length > 0
}

/** A reminder to an owner and colleagues, with the facts about the company that decide whether it is still sent. */
export interface CompanyReminder {
  companyId: string
  ownerId: string
  day: CalendarDate
  firstTaskId: string | null
  /** When the reminder was created, by the business clock. */
  createdClock: string
  /** Time zone in the profile of the company. */
  timeZone: string
  /** Whether the company gets review links. */
  reviewLinks: boolean
  /** Whether the owner confirmed the email address. */
  isOwnerConfirmed: boolean
  /** Whether the company has a newer reminder. */
  isReplaced: boolean
}

/** Returns a reminder of any company. The caller must check the recipient of the email. */
export async function findCompanyReminder(db: Kysely<Tables>, id: string): Promise<CompanyReminder | undefined> {
  const { rows } = await sql<CompanyReminder>`
    select company.id as "companyId", company.owner_id as "ownerId", day, first_task_id as "firstTaskId",
      created_clock as "createdClock", coalesce(profile ->> 'timeZone', '') as "timeZone",
      coalesce(review_links, true) as "reviewLinks", coalesce(is_confirmed, false) as "isOwnerConfirmed", exists (
        select from reminder as newer
        where newer.company_id = reminder.company_id and (newer.created_at, newer.id) > (reminder.created_at, reminder.id)
      ) as "isReplaced"
    from reminder join company on company.id = reminder.company_id
      left join owner_address on owner_address.owner_id = company.owner_id
      left join company_setting on company_setting.company_id = company.id
    where reminder.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns the day of a reminder to the admins. */
export async function findAdminsReminder(db: Kysely<Tables>, id: string): Promise<CalendarDate | undefined> {
  const row = await db.selectFrom('reminder').select('day').where('id', '=', id).where('company_id', 'is', null).executeTakeFirst()
  return row?.day
}

/** Stores the previews in the newest email of a reminder to a recipient. */
export async function storeListed(
  trx: Transaction<Tables>,
  id: string,
  recipientId: string,
  listed: readonly ListedPreview[],
): Promise<void> {
  await sql`
    update reminder set listed = listed || jsonb_build_object(${recipientId}::text, ${JSON.stringify(listed)}::jsonb)
    where id = ${id}`.execute(trx)
}

/** A reminder whose email to a recipient was sent. */
interface SentReminder {
  ownerId: string
  /** The previews in the email. */
  listed: ListedPreview[]
  /** When the recipient was reminded. The business clock can be ahead of the real time in `sentAt`. */
  remindedAt: string
}

/** Returns a reminder whose email to a recipient was sent. Undefined if the reminder was purged, or if its company was deleted. */
export async function findSentReminder(
  trx: Transaction<Tables>,
  id: string,
  recipientId: string,
  sentAt: string,
): Promise<SentReminder | undefined> {
  const { rows } = await sql<SentReminder>`
    select owner_id as "ownerId", coalesce(listed -> ${recipientId}::text, '[]') as listed,
      greatest(created_clock, ${sentAt}) as "remindedAt"
    from reminder join company on company.id = reminder.company_id where reminder.id = ${id}`.execute(trx)
  return rows[0]
}

/** Stores when the email to the owner was sent. Returns false if this time is already stored. */
export async function markReminderSent(trx: Transaction<Tables>, id: string, sentAt: string): Promise<boolean> {
  const marked = await trx
    .updateTable('reminder')
    .set({ sent_at: sentAt })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

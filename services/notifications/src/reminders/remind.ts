import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { instantOf } from '@app/chassis/work/wall-clock.ts'
import type { ReminderRequested } from '@app/contracts/events/tasks.ts'
import { addDays, type CalendarDate, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { markVerified } from '../recipients/recipient.repository.ts'
import { ownersLink, type ReviewMails } from '../review-links.ts'
import { cancelQueued, queueReminder, reminderAddress } from './queue-reminder.ts'
import { remindColleagues } from './remind-colleagues.ts'
import { nextReminderDay, REMINDER_TIME } from './schedule.ts'
import { changePreview, companyTimeZone, lockReminders, lockWaiting, type WaitingRow } from './waiting-preview.repository.ts'

/** Returns the first day from `earliest` on which a reminder of the preview is due. */
const nextDayOf = (row: WaitingRow, timeZone: string, earliest: CalendarDate): CalendarDate | null =>
  nextReminderDay(
    {
      since: todayIn(timeZone, new Date(row.waits_since)),
      postingDate: row.posting_date,
      reminded: row.reminded,
      lastReminded: row.last_reminded_on,
      snoozedUntil: row.snoozed_until,
    },
    earliest,
  )

/** Stores when the next reminder of a preview is due. */
export async function scheduleNext(trx: Transaction<Tables>, row: WaitingRow, timeZone: string, earliest: CalendarDate): Promise<void> {
  const day = nextDayOf(row, timeZone, earliest)
  const next_reminder_at = day === null ? null : instantOf(day, REMINDER_TIME, timeZone).toISOString()
  await changePreview(trx, row.task_id, { next_reminder_at })
}

const isSnoozed = ({ snoozed_until }: WaitingRow, today: CalendarDate): boolean => snoozed_until !== null && snoozed_until > today

/**
 * Queues the reminder of an owner if a reminder is due, and the reminders of colleagues who may decide. The transaction locks the owner's
 * previews, so a reminder lists only previews that wait for a decision. If several replicas call this function at the same time, only one
 * of them queues the reminder.
 */
export function remindRecipient(db: Kysely<Tables>, mails: ReviewMails, recipientId: string): Promise<void> {
  const now = mails.now()
  return inTransaction(db, async (trx) => {
    await lockReminders(trx, recipientId)
    const rows = await lockWaiting(trx, recipientId)
    const overdue = rows.filter(({ next_reminder_at }) => next_reminder_at !== null && Date.parse(next_reminder_at) <= now.getTime())
    const companyId = overdue[0]?.company_id
    if (!companyId) return
    const timeZone = await companyTimeZone(trx, companyId)
    const today = todayIn(timeZone, now)
    const isTime = now >= instantOf(today, REMINDER_TIME, timeZone)
    const isDue = isTime && overdue.some((row) => nextDayOf(row, timeZone, today) === today)
    const address = isDue ? await reminderAddress(trx, recipientId, companyId) : undefined
    const [first, ...others] = rows.filter((row) => !isSnoozed(row, today))
    if (!address || !first) {
      // If no reminder is due yet (before `REMINDER_TIME`, and on Sundays), the search for the next due time starts with today. If a
      // reminder is due, but the recipient has no usable address, the search starts with tomorrow.
      for (const row of overdue) await scheduleNext(trx, row, timeZone, isTime && isDue ? addDays(today, 1) : today)
      return
    }
    await cancelQueued(trx, recipientId, 'replaced by a newer reminder')
    const reminder = { recipientId, address, companyId, day: today, timeZone, isManual: false }
    if (await queueReminder(trx, mails, [first, ...others], reminder)) {
      for (const row of [first, ...others]) await recordReminder(trx, row, timeZone, today)
      await remindColleagues(trx, mails, [first, ...others], { companyId, day: today, timeZone, isManual: false })
    } else {
      for (const row of overdue) await scheduleNext(trx, row, timeZone, addDays(today, 1))
    }
  })
}

async function recordReminder(trx: Transaction<Tables>, row: WaitingRow, timeZone: string, today: CalendarDate): Promise<void> {
  await changePreview(trx, row.task_id, { last_reminded_on: today })
  await scheduleNext(trx, { ...row, last_reminded_on: today }, timeZone, addDays(today, 1))
}

/**
 * Queues the reminder that an admin requested for a task, even if no reminder is due. The email lists the preview of this task first. Only
 * owners with a confirmed address have links, so a link also shows that the address is confirmed: the event of the service `identity` may
 * arrive later.
 */
export async function remindOnRequest(trx: Transaction<Tables>, { data }: ReceivedEvent<typeof ReminderRequested>, mails: ReviewMails) {
  if (ownersLink(data.reviewLinks, data.ownerId)) await markVerified(trx, data.ownerId)
  await remindNow(trx, mails, data)
}

interface WantedReminder {
  ownerId: string
  companyProfileId: string
  /** The task whose preview the email lists first. */
  _id: string
}

/** Queues a reminder of all waiting previews of an owner, and the reminders of colleagues who may decide. */
export async function remindNow(
  trx: Transaction<Tables>,
  mails: ReviewMails,
  { _id: taskId, ownerId: recipientId, companyProfileId: companyId }: WantedReminder,
): Promise<void> {
  await lockReminders(trx, recipientId)
  const rows = await lockWaiting(trx, recipientId)
  const wanted = rows.find((row) => row.task_id === taskId)
  const address = wanted && (await reminderAddress(trx, recipientId, companyId))
  if (!address) return
  const timeZone = await companyTimeZone(trx, companyId)
  const today = todayIn(timeZone, mails.now())
  const others = rows.filter((row) => row !== wanted && !isSnoozed(row, today))
  await cancelQueued(trx, recipientId, 'replaced by a newer reminder')
  await queueReminder(trx, mails, [wanted, ...others], { recipientId, address, companyId, day: today, timeZone, isManual: true })
  for (const row of [wanted, ...others]) await recordReminder(trx, row, timeZone, today)
  await remindColleagues(trx, mails, [wanted, ...others], { companyId, day: today, timeZone, isManual: true })
}

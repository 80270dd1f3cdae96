import { instantOf } from '@app/chassis/work/wall-clock.ts'
import { addDays, type CalendarDate, isSunday } from '@app/contracts/rules/business-dates.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { hasBounced } from '../mail/bounced-address.repository.ts'
import { cancelMail, queueMail } from '../mail/mail.repository.ts'
import { reminder } from '../mail/templates/reminder.ts'
import { findRecipient } from '../recipients/recipient.repository.ts'
import { expiryOf, invitationUrl, type ReviewMails, reviewUrl } from '../review-links.ts'
import { insertReminder, markCancelled, queuedReminders, REMINDER_TEMPLATE, type Reminder } from './reminder.repository.ts'
import { hasReviewLinks, lockWaiting, type WaitingRow } from './waiting-preview.repository.ts'

/**
 * Returns the email address of an owner who gets reminders. Undefined if the address is unconfirmed or has bounced, or if the company gets
 * no review links.
 */
export async function reminderAddress(trx: Transaction<Tables>, recipientId: string, companyId: string): Promise<string | undefined> {
  const recipient = await findRecipient(trx, recipientId)
  if (!recipient?.isVerified || recipient.email === '') return undefined
  if (!(await hasReviewLinks(trx, companyId)) || (await hasBounced(trx, recipient.email))) return undefined
  return recipient.email
}

const DAYS_PER_WEEK = 7

/**
 * Returns the start of the next Sunday after a day. If an email was not sent before this time, it is no longer sent, because no reminders
 * are sent on Sundays.
 */
function startOfSunday(day: CalendarDate, timeZone: string): Date {
  const days = Array.from({ length: DAYS_PER_WEEK }, (_, at) => addDays(day, at + 1))
  return instantOf(days.find(isSunday) ?? day, '00:00', timeZone)
}

/** The time at which a UUIDv7 was created, in ISO 8601. */
const timeOf = (id: string): string => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString()

/**
 * Returns the review link of a preview. Undefined if the link was revoked or has expired. In these cases, the button in the email opens the
 * portal.
 */
function usableLink({ review_link_id: id, is_link_revoked }: WaitingRow, now: Date): { id: string; expiresAt: string } | undefined {
  if (id === null || is_link_revoked) return undefined
  const expiresAt = expiryOf(timeOf(id))
  return Date.parse(expiresAt) > now.getTime() ? { id, expiresAt } : undefined
}

interface NewReminder {
  /** User id of the owner, or id of the colleague. */
  recipientId: string
  /** Whether the reminder is for a colleague. */
  isToColleague?: boolean
  address: string
  companyId: string
  day: CalendarDate
  timeZone: string
  isManual: boolean
}

/** Queues the email of a reminder that lists `rows`. Returns false if the recipient has already got a reminder on this day. */
export async function queueReminder(
  trx: Transaction<Tables>,
  mails: ReviewMails,
  rows: readonly [WaitingRow, ...WaitingRow[]],
  { recipientId, isToColleague = false, address, companyId, day, timeZone, isManual }: NewReminder,
): Promise<boolean> {
  const id = crypto.randomUUID()
  const now = mails.now()
  const links = new Map(rows.map((row) => [row.task_id, usableLink(row, now)]))
  const previews = rows.map((row) => {
    const reviewLinkId = links.get(row.task_id)?.id
    return { taskId: row.task_id, previewNo: row.preview_number, ...(reviewLinkId && { reviewLinkId }) }
  })
  const isNew = await insertReminder(trx, {
    id,
    recipient_id: recipientId,
    is_to_colleague: isToColleague,
    company_id: companyId,
    day,
    due_at: now.toISOString(),
    is_manual: isManual,
    previews,
  })
  if (!isNew) return false
  const [first, ...others] = rows.map((row) => ({
    taskId: row.task_number,
    title: row.title,
    previewNo: row.preview_number,
    postingDate: row.posting_date,
    url: reviewUrl(mails, links.get(row.task_id), { taskId: row.task_number }),
  })) as [Parameters<typeof reminder>[0][0]]
  const portalUrl = `${mails.publicUrl}/management`
  const sunday = startOfSunday(day, timeZone).getTime()
  const expiry = Math.min(sunday, ...[...links.values()].flatMap((link) => (link ? [Date.parse(link.expiresAt)] : [])))
  // The database compares the expiry with the real time. The business clock may be ahead of the real time.
  const expiresAt = new Date(expiry - (now.getTime() - Date.now())).toISOString()
  const reviewLinkId = previews[0]?.reviewLinkId
  await queueMail(trx, {
    eventId: id,
    template: REMINDER_TEMPLATE,
    recipient: address,
    content: reminder([first, ...others], isToColleague ? { leaveUrl: invitationUrl(mails, recipientId) } : { portalUrl }),
    // A reminder of one task belongs to the thread of this task, all other reminders of a recipient to one thread.
    threadId: others.length > 0 ? recipientId : rows[0].task_id,
    expiresAt,
    ...(reviewLinkId && { reviewLinkId }),
    ...(isToColleague && { colleagueId: recipientId }),
  })
  return true
}

/** Cancels reminders to a recipient that were not sent yet. Returns the cancelled reminders. */
export async function cancelQueued(trx: Transaction<Tables>, recipientId: string, reason: string): Promise<Reminder[]> {
  const cancelled: Reminder[] = []
  for (const queued of await queuedReminders(trx, recipientId)) {
    if (!(await cancelMail(trx, queued.id, reason))) continue
    await markCancelled(trx, queued.id)
    cancelled.push(queued)
  }
  return cancelled
}

/**
 * Replaces the queued reminder of a recipient after a preview has changed. The new email lists the previews of the old email that still
 * wait for a decision. If no preview of the old email still waits, no email is sent.
 */
export async function refreshQueued(trx: Transaction<Tables>, mails: ReviewMails, recipientId: string, timeZone: string): Promise<void> {
  const newest = (await cancelQueued(trx, recipientId, 'replaced')).at(-1)
  if (!newest?.company_id) return
  const { company_id: companyId, day, is_manual: isManual, previews } = newest
  const address = await reminderAddress(trx, recipientId, companyId)
  const today = newest.day
  const isListed = (row: WaitingRow): boolean =>
    (row.snoozed_until ?? '') <= today &&
    previews.some(({ taskId, previewNo }) => taskId === row.task_id && previewNo === row.preview_number)
  const [first, ...others] = (await lockWaiting(trx, recipientId)).filter(isListed)
  if (!first || !address) return
  await queueReminder(trx, mails, [first, ...others], { recipientId, address, companyId, day, timeZone, isManual })
}

import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { TaskReferredBack } from '@app/contracts/events/tasks.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications, hasNotificationAbout } from '../feed/notification.repository.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { releaseMailsOf } from '../mail/queued-mail.repository.ts'
import type { Settings } from '../settings.ts'
import { removeEntries } from '../task-emails/digest-entry.repository.ts'
import { updateDigests } from '../task-emails/email-admins.ts'
import { companyOf, titleOf } from './names.ts'
import { receiptOf } from './tasks.ts'

/** Without feedback, an email or an entry in a digest waits this long, because the web app sends the feedback in a second request. */
const FEEDBACK_WAIT_MS = 60_000

type Referral = ReceivedEvent<typeof TaskReferredBack>

/** Whether the task must be posted today or should have been posted. A task without a posting date is never due. */
const isDue = ({ targetPostingDate }: Referral['data'], { timeZone, now }: Pick<Settings, 'timeZone' | 'now'>): boolean =>
  targetPostingDate !== null && targetPostingDate <= todayIn(timeZone, now())

/**
 * Adds one message for a referral to the admins' list, and emails the admins at once or in their next digests. If the task is due, all
 * admins who want emails get the email at once. A referral has up to two events, in any order: one with the status and one with the
 * owner's feedback. When the feedback arrives, the queued emails are sent. Admins whose email was already sent get a second email.
 */
export async function reportReferral(
  trx: Transaction<Tables>,
  { id, type, data }: Referral,
  settings: Pick<Settings, 'timeZone' | 'now'>,
): Promise<void> {
  const { _id: about, companyProfileId, taskId, ownerId, hasFeedback, referralId } = data
  // Both events of a referral can arrive at the same time. The lock makes the second event wait.
  await sql`select pg_advisory_xact_lock(hashtext(${referralId}))`.execute(trx)
  const isSecond = await hasNotificationAbout(trx, referralId)
  const admins = isSecond ? '' : `${companyOf(data)} referred back ${titleOf(data)}.`
  await addNotifications(trx, { type, companyProfileId, taskId, ownerId, admins, about: referralId })
  const receipts = receiptOf(data).map((mail) => ({
    eventId: id,
    companyId: companyProfileId,
    recipient: { kind: 'owner' as const, id: ownerId },
    ...mail,
  }))
  await requestMails(trx, 'tasks', receipts)

  const earlier = hasFeedback ? await releaseMailsOf(trx, referralId) : { waiting: [], gone: [] }
  const delayMs = hasFeedback || isSecond ? 0 : FEEDBACK_WAIT_MS
  const now = settings.now()
  const readyAt = new Date(now.getTime() + delayMs)
  const { atOnce, inDigest } = await updateDigests(trx, {
    taskId: about,
    companyId: companyProfileId,
    now,
    readyAt,
    isUrgent: isDue(data, settings),
  })
  // These admins chose digests after the first event, and still get its email.
  const emailed = inDigest.filter((userId) => earlier.waiting.includes(userId))
  await removeEntries(trx, about, emailed)
  const mails = atOnce.map((userId) => {
    const recipient = { kind: 'admin' as const, id: userId }
    const eventId = earlier.gone.includes(userId) ? id : referralId
    return { eventId, topic: 'referred-back' as const, about, companyId: companyProfileId, recipient, delayMs }
  })
  await requestMails(trx, 'tasks', mails)
}

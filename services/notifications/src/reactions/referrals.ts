import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { release } from '@app/chassis/work/queue.ts'
import type { TaskReferredBack } from '@app/contracts/events/tasks.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications, hasNotificationAbout } from '../feed/notification.repository.ts'
import { mails, queueMails, rewriteMails } from '../mail/mail.repository.ts'
import { referredBack } from '../mail/templates/referred-back.ts'
import { adminAddresses } from '../recipients/recipient.repository.ts'
import type { ReviewMails } from '../review-links.ts'
import { sendReceipt } from './receipts.ts'
import { companyOf, titleOf } from './tasks.ts'

/** If a referral has no feedback, its email waits this long, because the web app sends the feedback in a second request. */
const FEEDBACK_WAIT_MS = 60_000
const TEMPLATE = 'referred-back'

/**
 * Adds one notification and queues one email per admin for a referral. A referral has up to two events, in any order: one with the status
 * and one with the owner's feedback. The feedback is added to a queued email. Admins whose email was already sent get a second email with
 * the feedback.
 */
export async function reportReferral(trx: Transaction<Tables>, event: ReceivedEvent<typeof TaskReferredBack>, reviewMails: ReviewMails) {
  const { id, type, data } = event
  const { companyProfileId, taskId, ownerId, feedback, referralId } = data
  // Both events of a referral can arrive at the same time. The lock makes the second event wait.
  if (referralId) await sql`select pg_advisory_xact_lock(hashtext(${referralId}))`.execute(trx)
  const message = referralId && (await hasNotificationAbout(trx, referralId)) ? '' : `${companyOf(data)} referred back ${titleOf(data)}.`
  await addNotifications(trx, {
    type,
    companyProfileId,
    taskId,
    ownerId,
    owner: '',
    admins: message,
    ...(referralId && { about: referralId }),
  })

  await sendReceipt(trx, event, 'refer-back', reviewMails)
  const content = referredBack(data, reviewMails.publicUrl)
  const recipients = await adminAddresses(trx)
  const mailFor = (recipient: string, eventId: string, delayMs = 0) => ({
    eventId,
    template: TEMPLATE,
    recipient,
    threadId: data._id,
    content,
    delayMs,
  })
  const queue = (eventOf: (recipient: string) => string, delayMs?: number) =>
    queueMails(
      trx,
      recipients.map((recipient) => mailFor(recipient, eventOf(recipient), delayMs)),
    )
  if (!referralId) return queue(() => id)
  if (!feedback) return queue(() => referralId, FEEDBACK_WAIT_MS)
  const { rewritten, gone } = await rewriteMails(trx, referralId, content)
  await release(trx, mails, rewritten)
  await queue((recipient) => (gone.includes(recipient) ? id : referralId))
}

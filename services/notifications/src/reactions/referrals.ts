import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { release } from '@app/chassis/work/queue.ts'
import type { TaskReferredBack } from '@app/contracts/events/tasks.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications, hasNotificationAbout } from '../feed/notification.repository.ts'
import { mailQueue, queueMails, rewriteMails } from '../mail/mail.repository.ts'
import { referredBack } from '../mail/templates/referred-back.ts'
import type { ReviewMails } from '../review-links.ts'
import { removeEntries } from '../task-emails/digest-entry.repository.ts'
import { addTaskUpdate, userIdsOf } from '../task-emails/email-admins.ts'
import { sendReceipt } from './receipts.ts'
import { companyOf, titleOf } from './tasks.ts'

/** If a referral has no feedback, its email or its entry in a digest waits this long, because the web app sends the feedback in a second request. */
const FEEDBACK_WAIT_MS = 60_000
const TEMPLATE = 'referred-back'

/**
 * Adds one notification for a referral, and emails the admins at once or in their next digests. A referral has up to two events, in any
 * order: one with the status and one with the owner's feedback. The feedback is added to a queued email, and to an entry that waits for a
 * digest. Admins whose email was already sent get a second email with the feedback.
 */
export async function reportReferral(trx: Transaction<Tables>, event: ReceivedEvent<typeof TaskReferredBack>, reviewMails: ReviewMails) {
  const { id, type, data } = event
  const { companyProfileId, taskId, ownerId, feedback, referralId } = data
  // Both events of a referral can arrive at the same time. The lock makes the second event wait.
  await sql`select pg_advisory_xact_lock(hashtext(${referralId}))`.execute(trx)
  const message = (await hasNotificationAbout(trx, referralId)) ? '' : `${companyOf(data)} referred back ${titleOf(data)}.`
  await addNotifications(trx, {
    type,
    companyProfileId,
    taskId,
    ownerId,
    owner: '',
    admins: message,
    about: referralId,
  })

  await sendReceipt(trx, event, 'refer-back', reviewMails)
  const content = referredBack(data, reviewMails.publicUrl)
  const completed = feedback ? await rewriteMails(trx, referralId, content) : undefined
  if (completed) await release(trx, mailQueue, completed.rewritten)

  const waitMs = feedback ? 0 : FEEDBACK_WAIT_MS
  const feedbackUntil = waitMs ? new Date(reviewMails.now().getTime() + waitMs) : undefined
  const { atOnce, inDigest } = await addTaskUpdate(trx, event, { kind: 'referred-back', feedbackUntil }, reviewMails)
  if (completed) {
    const emailed = inDigest.filter(({ email }) => completed.waiting.includes(email))
    await removeEntries(trx, data._id, userIdsOf(emailed))
  }
  const keyFor = (email: string): string => (completed?.gone.includes(email) ? id : referralId)
  await queueMails(
    trx,
    atOnce.map(({ email }) => ({
      eventId: keyFor(email),
      template: TEMPLATE,
      recipient: email,
      threadId: data._id,
      content,
      delayMs: waitMs,
    })),
  )
}

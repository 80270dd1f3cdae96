import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { release } from '@app/chassis/work/queue.ts'
import type { TaskReferredBack } from '@app/contracts/events/tasks.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications, hasNotificationAbout } from '../feed/notification.repository.ts'
import { mails, queueMails, rewriteMails } from '../mail/mail.repository.ts'
import { referredBack } from '../mail/templates/referred-back.ts'
import { adminAddresses } from '../recipients/recipient.repository.ts'
import { companyOf, titleOf } from './tasks.ts'

/** How long a referral without words waits for them: screens send both, one right after the other. */
const WORDS_WAIT_MS = 60_000
const TEMPLATE = 'referred-back'

/**
 * One line in the list and one mail to each admin for a referral, with the owner's words, in whichever order the status
 * and the words come. Words that come after the mail has gone out are mailed by themselves.
 */
export async function reportReferral(trx: Transaction<Tables>, event: ReceivedEvent<typeof TaskReferredBack>, publicUrl: string) {
  const { id, type, data } = event
  const { companyProfileId, taskId, ownerId, feedback, referralId } = data
  // Both events of a referral may be handled at the same moment.
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

  const content = referredBack(data, publicUrl)
  const recipients = await adminAddresses(trx)
  const mailFor = (recipient: string, eventId: string, delayMs = 0) => ({ eventId, template: TEMPLATE, recipient, content, delayMs })
  const queue = (eventOf: (recipient: string) => string, delayMs?: number) =>
    queueMails(
      trx,
      recipients.map((recipient) => mailFor(recipient, eventOf(recipient), delayMs)),
    )
  if (!referralId) return queue(() => id)
  if (!feedback) return queue(() => referralId, WORDS_WAIT_MS)
  const { rewritten, gone } = await rewriteMails(trx, referralId, content)
  await release(trx, mails, rewritten)
  await queue((recipient) => (gone.includes(recipient) ? id : referralId))
}

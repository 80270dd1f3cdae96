import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { TaskNoteAdded } from '@app/contracts/events/task-notes.ts'
import type { RecipientUnreachable } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import { findRecipient } from '../colleagues/colleague.repository.ts'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { hasBounced, markBounced } from '../mail/bounced-address.repository.ts'
import { queueMail } from '../mail/mail.repository.ts'
import { REPLY_RECEIVED, replyReceived } from '../mail/templates/reply-received.ts'
import { expiryOf, type ReviewMails, reviewUrl } from '../review-links.ts'
import { companyOf, titleOf } from './tasks.ts'

const ANSWER_LIMIT = { count: 1, seconds: 3_600 }

/** Returns the message to the admins about a reply. Empty for an automatic reply, because admins need not act on it. */
function noteMessage(data: ReceivedEvent<typeof TaskNoteAdded>['data']): string {
  if (data.isAutomatic) return ''
  const who = data.isFromRecipient ? companyOf(data) : `Someone at another address than ${companyOf(data)}`
  return `${who} replied by email about ${titleOf(data)}.`
}

/**
 * Notifies the admins about a reply to an email with a review link. Sends at most one answer an hour for each link. This limit prevents a
 * loop with an email app whose automatic replies are not marked as automatic. If an address does not exist, a reply from this address is
 * forged and gets no answer. A colleague who has left gets no answer either.
 */
export async function reportNote(
  trx: Transaction<Tables>,
  { id, type, time, data }: ReceivedEvent<typeof TaskNoteAdded>,
  mails: ReviewMails,
): Promise<void> {
  const { companyProfileId, taskId, ownerId, reviewLink, answerTo, hasAttachments } = data
  await addNotifications(trx, { type, companyProfileId, taskId, ownerId, owner: '', admins: noteMessage(data) })
  if (!answerTo || (await hasBounced(trx, answerTo))) return
  const isFromColleague = reviewLink.recipientKind === 'colleague'
  const colleague = isFromColleague ? await findRecipient(trx, reviewLink.recipientId) : undefined
  if (isFromColleague && !colleague) return
  const use = { key: `reply-answer:${reviewLink.id}`, limit: ANSWER_LIMIT, now: new Date() }
  if ((await tryConsumeLimit(trx, use)) > 0) return
  await queueMail(trx, {
    eventId: id,
    template: REPLY_RECEIVED,
    recipient: answerTo,
    content: replyReceived(data, { url: reviewUrl(mails, reviewLink, data), may: colleague?.may ?? 'decide', hasAttachments }),
    reviewLinkId: reviewLink.id,
    ...(colleague && { colleagueId: colleague.id }),
    expiresAt: expiryOf(time),
  })
}

/** Stores that emails to an address bounce, and asks the admins to phone the owner. */
export async function reportUnreachable(
  trx: Transaction<Tables>,
  { type, data }: ReceivedEvent<typeof RecipientUnreachable>,
): Promise<void> {
  const { companyProfileId, taskId, ownerId, email, status } = data
  await markBounced(trx, { address: email, reason: status })
  const admins = `Our email to ${companyOf(data)} about ${titleOf(data)} bounced. Please call.`
  await addNotifications(trx, { type, companyProfileId, taskId, ownerId, owner: '', admins })
}

import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { TaskNoteAdded } from '@app/contracts/events/task-notes.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { companyOf, titleOf } from './names.ts'
import { recipientOf } from './previews.ts'
import type { Reaction } from './reaction.ts'

const ANSWER_LIMIT = { count: 1, seconds: 3_600 }

/** Returns the message to the admins about a reply. Empty for an automatic reply, because admins need not act on it. */
function noteMessage(data: ReceivedEvent<typeof TaskNoteAdded>['data']): string {
  if (data.isAutomatic) return ''
  const who = data.isFromRecipient ? companyOf(data) : `Someone at another address than ${companyOf(data)}`
  return `${who} replied by email about ${titleOf(data)}.`
}

/**
 * Notifies the admins about a reply to an email with a review link. Sends at most one answer an hour for each link. This limit prevents a
 * loop with an email app whose automatic replies are not marked as automatic.
 */
export const reportNote: Reaction<typeof TaskNoteAdded> = async (trx, { id, type, data }) => {
  const { companyProfileId, taskId, ownerId, reviewLink, noteId: about, mayAnswer } = data
  await addNotifications(trx, { type, companyProfileId, taskId, ownerId, admins: noteMessage(data) })
  if (!mayAnswer || !reviewLink) return
  const use = { key: `reply-answer:${reviewLink.id}`, limit: ANSWER_LIMIT, now: new Date() }
  if ((await tryConsumeLimit(trx, use)) > 0) return
  const recipient = recipientOf(reviewLink)
  await requestMails(trx, 'tasks', [{ eventId: id, topic: 'reply-received', about, companyId: companyProfileId, recipient }])
}

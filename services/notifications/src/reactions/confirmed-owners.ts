import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { ReviewLinksIssued } from '@app/contracts/events/tasks.ts'
import { SEPARATE_EMAILS_MAX } from '@app/contracts/rules/reviews.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { markVerified, ownerRecipient } from '../recipients/recipient.repository.ts'
import { remindNow } from '../reminders/remind.ts'
import { trackLinkedPreviews } from '../reminders/track-previews.ts'
import type { ReviewMails } from '../review-links.ts'
import { sendLinkedPreview } from './previews.ts'

/**
 * Sends what waited until an owner confirmed the address: one email with a review link about each waiting preview, or one email that lists
 * them if there are more than `SEPARATE_EMAILS_MAX`. Their reminders start. The event also shows that the address is confirmed: the event
 * of the service `identity` may arrive later.
 */
export async function sendWaiting(trx: Transaction<Tables>, event: ReceivedEvent<typeof ReviewLinksIssued>, mails: ReviewMails) {
  const { id, time, data } = event
  const { ownerId, companyProfileId } = data
  await markVerified(trx, ownerId)
  await ownerRecipient(trx, ownerId)
  const events = data.previews.map(({ version, ...preview }) => ({ id, time, aggregateversion: version, data: preview }))
  const waiting = await trackLinkedPreviews(trx, { ownerId, companyProfileId }, events, mails)
  const [first] = waiting
  if (!first) return
  if (data.previews.length > SEPARATE_EMAILS_MAX) return remindNow(trx, mails, { ownerId, companyProfileId, _id: first.task_id })
  const isWaiting = new Set(waiting.map(({ task_id }) => task_id))
  for (const preview of events) if (isWaiting.has(preview.data._id)) await sendLinkedPreview(trx, preview, mails)
}

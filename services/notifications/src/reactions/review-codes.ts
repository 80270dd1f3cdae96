import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { ReviewCodeRequested } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { recipientOf } from './recipient-of.ts'

/** Sends the code for a new browser to the recipient of a review link, before other emails. */
export async function sendReviewCode(
  trx: Transaction<Tables>,
  { id: eventId, data }: ReceivedEvent<typeof ReviewCodeRequested>,
): Promise<void> {
  const { codeId: about, reviewLink } = data
  await requestMails(trx, 'tasks', [{ eventId, topic: 'review-code', about, recipient: recipientOf(reviewLink), isUrgent: true }])
}

import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { ReviewCodeRequested } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { queueMail } from '../mail/mail.repository.ts'
import { minutesUntil } from '../mail/minutes-until.ts'
import { reviewCode } from '../mail/templates/review-code.ts'

/**
 * Sends the code for a new browser to the recipient of a review link. The owner has confirmed the email address, or the colleague has
 * accepted the invitation, because review links are created only for these recipients.
 */
export async function sendReviewCode(trx: Transaction<Tables>, { id, data }: ReceivedEvent<typeof ReviewCodeRequested>) {
  const { email, code, expiresAt } = data
  const content = reviewCode({ code, minutes: minutesUntil(expiresAt) })
  await queueMail(trx, { eventId: id, template: 'review-code', recipient: email, content, expiresAt, isUrgent: true })
}

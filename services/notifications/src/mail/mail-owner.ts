import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import { mailboxOf } from '@app/contracts/rules/mailbox.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { ownerRecipient } from '../recipients/recipient.repository.ts'
import { queueMail } from './mail.repository.ts'
import type { ComposedMail } from './mail-part.ts'

const UNCONFIRMED_LIMIT = { count: 10, seconds: 86_400 }

interface OwnersMail {
  eventId: string
  ownerId: string
  template: string
  /** Id of the task that the email is about. */
  threadId?: string
  /** Time until the email is sent. `rewriteMails` can change the email until then. */
  delayMs?: number
  /** Composes the email. If `isVerified` is false, the email must contain neither text that the owner entered nor a review link. */
  contentFor: (isVerified: boolean) => ComposedMail
  /** When the review link in the email to a confirmed address expires. After that time the email is not sent. */
  expiresAt?: string
  /** Id of the review link in the email to a confirmed address. */
  reviewLinkId?: string
}

/**
 * Queues an email to an owner. If the owner's email address is not confirmed, its mailbox gets at most ten emails a day. Further emails are
 * discarded.
 */
export async function mailOwner(
  trx: Transaction<Tables>,
  { eventId, ownerId, template, threadId, delayMs, contentFor, ...secret }: OwnersMail,
): Promise<void> {
  const { email, isVerified } = await ownerRecipient(trx, ownerId)
  const use = { key: `unconfirmed:${mailboxOf(email)}`, limit: UNCONFIRMED_LIMIT, now: new Date() }
  if (!isVerified && (await tryConsumeLimit(trx, use)) > 0) return
  await queueMail(trx, {
    eventId,
    template,
    recipient: email,
    content: contentFor(isVerified),
    ...(threadId && { threadId }),
    ...(delayMs !== undefined && { delayMs }),
    ...(isVerified && secret),
  })
}

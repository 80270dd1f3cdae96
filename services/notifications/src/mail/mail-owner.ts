import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import type { MailContent } from '@app/chassis/mail/compose.ts'
import { mailboxOf } from '@app/contracts/rules/mailbox.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { ownerRecipient } from '../recipients/recipient.repository.ts'
import { queueMail } from './mail.repository.ts'

/** To a mailbox whose owner has not confirmed the email address. What is not mailed is still in the owner's list. */
const UNCONFIRMED = { count: 10, seconds: 86_400 }

interface OwnersMail {
  eventId: string
  ownerId: string
  template: string
  /** Composes the email. It may contain the owner's words only if the owner confirmed the email address. */
  contentFor: (isVerified: boolean) => MailContent
}

/** Queues an email to an owner. While the email address is not confirmed, ten a day are sent to its mailbox at most. */
export async function mailOwner(trx: Transaction<Tables>, { eventId, ownerId, template, contentFor }: OwnersMail): Promise<void> {
  const { email, isVerified } = await ownerRecipient(trx, ownerId)
  const use = { key: `unconfirmed:${mailboxOf(email)}`, limit: UNCONFIRMED, now: new Date() }
  if (!isVerified && (await tryConsumeLimit(trx, use)) > 0) return
  await queueMail(trx, { eventId, template, recipient: email, content: contentFor(isVerified) })
}

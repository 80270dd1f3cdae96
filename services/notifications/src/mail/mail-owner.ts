import type { MailContent } from '@app/chassis/mail/compose.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { ownerRecipient } from '../recipients/recipient.repository.ts'
import { queueMail } from './mail.repository.ts'
import { countUnconfirmed } from './unconfirmed-limit.ts'

interface OwnersMail {
  eventId: string
  ownerId: string
  template: string
  /** Composes the email. If `isVerified` is false, the email must not contain text that the owner entered. */
  contentFor: (isVerified: boolean) => MailContent
}

/** Queues an email to an owner. Discards the email if the owner's address is not confirmed and its mailbox gets too many emails. */
export async function mailOwner(trx: Transaction<Tables>, { eventId, ownerId, template, contentFor }: OwnersMail): Promise<void> {
  const { email: recipient, isVerified } = await ownerRecipient(trx, ownerId)
  if (!isVerified && !(await countUnconfirmed(trx, recipient))) return
  await queueMail(trx, { eventId, template, recipient, content: contentFor(isVerified) })
}

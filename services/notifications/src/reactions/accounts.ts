import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { EmailRequested, PasswordChanged, UserChanged } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { dropMailsTo } from '../mail/queued-mail.repository.ts'
import { removeAdmin, saveRecipient } from '../recipients/recipient.repository.ts'
import { removeChoice } from '../task-emails/choice.repository.ts'
import { removeEntriesOf } from '../task-emails/digest-entry.repository.ts'
import type { Reaction } from './reaction.ts'

/** Saves the state of a user. Sends the welcome email to a new owner, and no more emails to a removed admin. */
export const saveUser: Reaction<typeof UserChanged> = async (trx, { id: eventId, data, aggregateversion }) => {
  const { change, userId: id } = data
  if (change === 'admin-removed') return removeAdminRecipient(trx, data, aggregateversion)
  await saveRecipient(trx, data, aggregateversion)
  if (change !== 'registered') return
  await requestMails(trx, 'identity', [{ eventId, topic: 'welcome', about: id, recipient: { kind: 'owner', id } }])
}

async function removeAdminRecipient(
  trx: Transaction<Tables>,
  { userId, email }: ReceivedEvent<typeof UserChanged>['data'],
  version: number,
): Promise<void> {
  await removeAdmin(trx, userId, version)
  await dropMailsTo(trx, email)
  await removeEntriesOf(trx, userId)
  await removeChoice(trx, userId)
}

/** Sends the link or the code that a user requested, before other emails. */
export const sendRequestedEmail: Reaction<typeof EmailRequested> = async (trx, { id: eventId, data }) => {
  const { topic, about, userId: id, role: kind } = data
  await requestMails(trx, 'identity', [{ eventId, topic, about, recipient: { kind, id }, isUrgent: true }])
}

/** Tells a user by email that the password was changed. */
export const reportPasswordChange: Reaction<typeof PasswordChanged> = async (trx, { id: eventId, data }) => {
  const { userId: id, role: kind } = data
  await requestMails(trx, 'identity', [{ eventId, topic: 'password-changed', about: id, recipient: { kind, id } }])
}

import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { AdminInvited, EmailRequested, PasswordChanged, UserChanged } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { dropMailsTo } from '../mail/queued-mail.repository.ts'
import { removeAdmin, saveRecipient } from '../recipients/recipient.repository.ts'
import { removeChoice } from '../task-emails/choice.repository.ts'
import { removeEntriesOf } from '../task-emails/digest-entry.repository.ts'
import type { Reaction } from './reaction.ts'

/**
 * Saves the state of a user. Sends the welcome email to a new owner, and no more emails to a removed admin. Tells the owner of a changed
 * address; the admins' open screens only refetch their data.
 */
export const saveUser: Reaction<typeof UserChanged> = async (trx, { id: eventId, type, data, aggregateversion }) => {
  const { change, userId: id } = data
  if (change === 'admin-removed') return removeAdminRecipient(trx, data, aggregateversion)
  await saveRecipient(trx, data, aggregateversion)
  if (change === 'email-changed') {
    const owner = 'The email address of your account was changed.'
    return addNotifications(trx, { type, companyProfileId: null, ownerId: id, owner })
  }
  if (change !== 'registered') return
  await requestMails(trx, 'identity', [{ eventId, topic: 'welcome', about: id, companyId: null, recipient: { kind: 'owner', id } }])
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

/** Sends the email with a link or code about an account, before other emails. */
export const sendRequestedEmail: Reaction<typeof EmailRequested> = async (trx, { id: eventId, data }) => {
  const { topic, about, userId: id, role: kind } = data
  await requestMails(trx, 'identity', [{ eventId, topic, about, companyId: null, recipient: { kind, id }, isUrgent: true }])
}

/** Sends the link to an invited admin, before other emails. */
export const sendAdminInvitation: Reaction<typeof AdminInvited> = async (trx, { id: eventId, data: { invitationId: id } }) => {
  const recipient = { kind: 'invited-admin', id } as const
  await requestMails(trx, 'identity', [{ eventId, topic: 'admin-invitation', about: id, companyId: null, recipient, isUrgent: true }])
}

/** Tells a user by email that the password was changed. */
export const reportPasswordChange: Reaction<typeof PasswordChanged> = async (trx, { id: eventId, data }) => {
  const { userId: id, role: kind } = data
  await requestMails(trx, 'identity', [{ eventId, topic: 'password-changed', about: id, companyId: null, recipient: { kind, id } }])
}

import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { minutesUntil } from '@app/chassis/time/minutes-until.ts'
import type {
  AdminAdded,
  AdminRemoved,
  EmailVerificationRequested,
  EmailVerified,
  PasswordChanged,
  PasswordResetRequested,
  UserRegistered,
  UserState,
} from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { queueMail } from '../mail/mail.repository.ts'
import { dropMailsTo } from '../mail/queued-mail.repository.ts'
import { passwordChanged } from '../mail/templates/password-changed.ts'
import { resetCode } from '../mail/templates/reset-code.ts'
import { verifyEmail } from '../mail/templates/verify-email.ts'
import { welcome } from '../mail/templates/welcome.ts'
import { markVerified, removeAdmin, saveRecipient } from '../recipients/recipient.repository.ts'
import { removeChoice } from '../task-emails/choice.repository.ts'
import { removeEntriesOf } from '../task-emails/digest-entry.repository.ts'

/** Replaces the username in emails to an unconfirmed email address, because the address may belong to another person. */
const NEUTRAL_USERNAME = 'there'

export async function welcomeOwner(
  trx: Transaction<Tables>,
  { id, data, aggregateversion }: ReceivedEvent<typeof UserRegistered>,
  publicUrl: string,
) {
  await saveRecipient(trx, data, 'owner', aggregateversion)
  const content = welcome(data, publicUrl)
  await queueMail(trx, { eventId: id, template: 'welcome', recipient: data.email, content, expiresAt: data.verificationExpiresAt })
}

export async function sendVerificationLink(
  trx: Transaction<Tables>,
  { id, data }: ReceivedEvent<typeof EmailVerificationRequested>,
  publicUrl: string,
) {
  const { email, expiresAt } = data
  const content = verifyEmail(data, publicUrl)
  await queueMail(trx, { eventId: id, template: 'verify-email', recipient: email, content, expiresAt, isUrgent: true })
}

/** Marks the email address as confirmed, so that emails to the owner may contain text that the owner entered. */
export async function confirmEmail(trx: Transaction<Tables>, { data, aggregateversion }: ReceivedEvent<typeof EmailVerified>) {
  await saveRecipient(trx, data, 'owner', aggregateversion)
  await markVerified(trx, data.userId)
}

export async function saveAdmin(trx: Transaction<Tables>, { data, aggregateversion }: ReceivedEvent<typeof AdminAdded>) {
  await saveRecipient(trx, data, 'admin', aggregateversion)
}

/** Saves a republished user state. Sends no emails or notifications. */
export async function saveUser(trx: Transaction<Tables>, { data, aggregateversion }: ReceivedEvent<typeof UserState>) {
  await saveRecipient(trx, data, data.role, aggregateversion)
  if (data.emailVerified) await markVerified(trx, data.userId)
}

export async function sendResetCode(
  trx: Transaction<Tables>,
  { id, data }: ReceivedEvent<typeof PasswordResetRequested>,
  publicUrl: string,
) {
  const { code, email, expiresAt } = data
  const username = data.emailVerified ? data.username : NEUTRAL_USERNAME
  const minutes = minutesUntil(expiresAt)
  const content = resetCode({ username, email, code, minutes }, publicUrl)
  await queueMail(trx, { eventId: id, template: 'reset-code', recipient: email, content, expiresAt, isUrgent: true })
}

export async function reportPasswordChange(
  trx: Transaction<Tables>,
  { id, data }: ReceivedEvent<typeof PasswordChanged>,
  publicUrl: string,
) {
  await queueMail(trx, { eventId: id, template: 'password-changed', recipient: data.email, content: passwordChanged(data, publicUrl) })
}

export async function removeAdminRecipient(trx: Transaction<Tables>, { data, aggregateversion }: ReceivedEvent<typeof AdminRemoved>) {
  await removeAdmin(trx, data.userId, aggregateversion)
  await dropMailsTo(trx, data.email)
  await removeEntriesOf(trx, data.userId)
  await removeChoice(trx, data.userId)
}

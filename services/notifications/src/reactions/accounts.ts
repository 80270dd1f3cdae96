import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type {
  AdminAdded,
  AdminRemoved,
  PasswordChanged,
  PasswordResetRequested,
  UserRegistered,
  UserState,
} from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import { notify } from '../db/channels.ts'
import type { Tables } from '../db/tables.ts'
import { dropMailsTo, queueMail } from '../mail/mail.repository.ts'
import { passwordChanged } from '../mail/templates/password-changed.ts'
import { resetCode } from '../mail/templates/reset-code.ts'
import { welcome } from '../mail/templates/welcome.ts'
import { removeAdmin, saveRecipient } from '../recipients/recipient.repository.ts'

const MINUTE_MS = 60_000

export async function welcomeOwner(
  trx: Transaction<Tables>,
  { id, data, aggregateversion }: ReceivedEvent<typeof UserRegistered>,
  publicUrl: string,
) {
  await saveRecipient(trx, data, 'owner', aggregateversion)
  await queueMail(trx, { eventId: id, template: 'welcome', recipient: data.email, content: welcome(data, publicUrl) })
}

export async function rememberAdmin(trx: Transaction<Tables>, { data, aggregateversion }: ReceivedEvent<typeof AdminAdded>) {
  await saveRecipient(trx, data, 'admin', aggregateversion)
}

/** Nothing happened: nobody is told. */
export async function rememberUser(trx: Transaction<Tables>, { data, aggregateversion }: ReceivedEvent<typeof UserState>) {
  await saveRecipient(trx, data, data.role, aggregateversion)
}

export async function sendResetCode(
  trx: Transaction<Tables>,
  { id, data }: ReceivedEvent<typeof PasswordResetRequested>,
  publicUrl: string,
) {
  const { username, code, email, expiresAt } = data
  const minutes = Math.max(1, Math.round((Date.parse(expiresAt) - Date.now()) / MINUTE_MS))
  const content = resetCode({ username, email, code, minutes }, publicUrl)
  await queueMail(trx, { eventId: id, template: 'reset-code', recipient: email, content, expiresAt })
}

/** Tells the holder by mail, and replicas of the release before, which know only by this that streams of older tokens end. */
export async function reportPasswordChange(
  trx: Transaction<Tables>,
  { id, data }: ReceivedEvent<typeof PasswordChanged>,
  publicUrl: string,
) {
  await queueMail(trx, { eventId: id, template: 'password-changed', recipient: data.email, content: passwordChanged(data, publicUrl) })
  await notify(trx, 'sessions', { userId: data.userId, issuedBefore: data.tokensInvalidBefore })
}

/** A removed admin gets no mail any more, those that wait included. */
export async function forgetAdmin(trx: Transaction<Tables>, { data, aggregateversion }: ReceivedEvent<typeof AdminRemoved>) {
  await removeAdmin(trx, data.userId, aggregateversion)
  await dropMailsTo(trx, data.email)
}

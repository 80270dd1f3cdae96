import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { minutesUntil } from '@app/chassis/time/minutes-until.ts'
import { resetCodeOf } from '../resets/reset-code.ts'
import { findCode } from '../resets/reset-codes.repository.ts'
import type { MailDeps } from './deps.ts'
import { findRecipient } from './recipient.ts'
import { resetCode } from './templates/reset-code.ts'

/** Replaces the username in emails to an unconfirmed email address, because the address may belong to another person. */
const NEUTRAL_USERNAME = 'there'

/** The email with a password reset code. Obsolete when the code was used or replaced, or has expired. */
export const composeResetCode =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const found = await findCode(deps.db, about, deps.now())
    const user = found && (await findRecipient(deps, recipient, found.user_id))
    if (!user) return 'obsolete'
    const { email } = user
    const username = user.email_verified_at === null ? NEUTRAL_USERNAME : user.username
    const minutes = minutesUntil(found.expires_at)
    return { to: email, ...resetCode({ username, email, code: resetCodeOf(deps.resetSecret, about), minutes }, deps.origin) }
  }

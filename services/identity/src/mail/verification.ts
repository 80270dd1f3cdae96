import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { userIdOfVerification } from '../verification/verification.repository.ts'
import { verificationTokenOf } from '../verification/verification-token.ts'
import type { MailDeps } from './deps.ts'
import { findRecipient } from './recipient.ts'
import { verifyEmail } from './templates/verify-email.ts'

/** The email with a verification link. Obsolete when the address is confirmed, and when the link has expired or was replaced. */
export const composeVerifyEmail =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const userId = await userIdOfVerification(deps.db, about, deps.now())
    const user = userId && (await findRecipient(deps, recipient, userId))
    if (!user || user.email_verified_at !== null) return 'obsolete'
    return { to: user.email, ...verifyEmail({ verificationToken: verificationTokenOf(deps.verificationSecret, about) }, deps.origin) }
  }

import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { verificationIdOf } from '../verification/verification.repository.ts'
import { verificationTokenOf } from '../verification/verification-token.ts'
import type { MailDeps } from './deps.ts'
import { findRecipient } from './recipient.ts'
import { passwordChanged } from './templates/password-changed.ts'
import { welcome } from './templates/welcome.ts'

/** The email to a new owner, with the owner's latest verification link. Obsolete when this link has expired. */
export const composeWelcome =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const user = await findRecipient(deps, recipient, about)
    if (user?.role !== 'owner') return 'obsolete'
    if (user.email_verified_at !== null) return { to: user.email, ...welcome({}, deps.origin) }
    const id = await verificationIdOf(deps.db, user.id, deps.now())
    if (!id) return 'obsolete'
    return { to: user.email, ...welcome({ verificationToken: verificationTokenOf(deps.verificationSecret, id) }, deps.origin) }
  }

/** The email to a user whose password was changed. */
export const composePasswordChanged =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const user = await findRecipient(deps, recipient, about)
    return user ? { to: user.email, ...passwordChanged(user, deps.origin) } : 'obsolete'
  }

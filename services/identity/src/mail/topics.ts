import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { minutesUntil } from '@app/chassis/time/minutes-until.ts'
import type { IdentityMailTopic, MailRecipient } from '@app/contracts/http/mail-content.ts'
import { type User, userById } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { findChange, findRevert } from '../email-changes/email-changes.repository.ts'
import { findInvitation } from '../invitations/invitations.repository.ts'
import { resetCodeOf } from '../resets/reset-code.ts'
import { findCode } from '../resets/reset-codes.repository.ts'
import { linkTokenOf } from '../tokens/link-token.ts'
import { userIdOfVerification, verificationIdOf } from '../verification/verification.repository.ts'
import { adminInvitation } from './templates/admin-invitation.ts'
import { confirmNewEmail } from './templates/confirm-new-email.ts'
import { emailChanged } from './templates/email-changed.ts'
import { passwordChanged } from './templates/password-changed.ts'
import { resetCode } from './templates/reset-code.ts'
import { verifyEmail } from './templates/verify-email.ts'
import { welcome } from './templates/welcome.ts'

type MailDeps = Pick<IdentityDeps, 'db' | 'resetSecret' | 'verificationSecret' | 'origin' | 'now'>

/** Replaces the username in emails to an unconfirmed email address, because the address may belong to another person. */
const NEUTRAL_USERNAME = 'there'

/** Returns the composers of all emails about accounts. */
export function identityComposers({
  db,
  resetSecret,
  verificationSecret,
  origin,
  now,
}: MailDeps): Readonly<Record<IdentityMailTopic, ComposeMail>> {
  /** Returns the recipient of an email about the account of a user. Undefined for another recipient, and for a removed admin. */
  async function findRecipient({ kind, id }: MailRecipient, userId: string): Promise<User | undefined> {
    const user = id === userId ? await userById(db, id) : undefined
    return user?.role === kind ? user : undefined
  }

  return {
    /** The email to a new owner, with the owner's latest verification link. Obsolete when this link has expired. */
    async welcome({ about, recipient }) {
      const user = await findRecipient(recipient, about)
      if (user?.role !== 'owner') return 'obsolete'
      if (user.email_verified_at !== null) return { to: user.email, ...welcome({}, origin) }
      const id = await verificationIdOf(db, user.id, now())
      if (!id) return 'obsolete'
      return { to: user.email, ...welcome({ verificationToken: linkTokenOf(verificationSecret, 'verification', id) }, origin) }
    },
    /** The email to a user whose password was changed. */
    async 'password-changed'({ about, recipient }) {
      const user = await findRecipient(recipient, about)
      return user ? { to: user.email, ...passwordChanged(user, origin) } : 'obsolete'
    },
    /** The email with a verification link. Obsolete when the address is confirmed, and when the link has expired or was replaced. */
    async 'verify-email'({ about, recipient }) {
      const userId = await userIdOfVerification(db, about, now())
      const user = userId && (await findRecipient(recipient, userId))
      if (!user || user.email_verified_at !== null) return 'obsolete'
      return { to: user.email, ...verifyEmail({ verificationToken: linkTokenOf(verificationSecret, 'verification', about) }, origin) }
    },
    /** The email with a password reset code. Obsolete when the code was used or replaced, or has expired. */
    async 'reset-code'({ about, recipient }) {
      const found = await findCode(db, about, now())
      const user = found && (await findRecipient(recipient, found.user_id))
      if (!user) return 'obsolete'
      const { email } = user
      const username = user.email_verified_at === null ? NEUTRAL_USERNAME : user.username
      const code = resetCodeOf(resetSecret, about)
      return { to: email, ...resetCode({ username, email, code, minutes: minutesUntil(found.expires_at) }, origin) }
    },
    /** The email to a new address of an owner. Obsolete when the link was used or replaced, or has expired. */
    async 'confirm-new-email'({ about, recipient }) {
      const change = await findChange(db, about, now())
      if (!change || !(await findRecipient(recipient, change.userId))) return 'obsolete'
      return { to: change.email, ...confirmNewEmail({ token: linkTokenOf(verificationSecret, 'email-change', about) }, origin) }
    },
    /** The email to the former address of an owner. Obsolete when the address was restored, or can no longer be restored. */
    async 'email-changed'({ about, recipient }) {
      const former = await findRevert(db, about, now())
      const user = former && (await findRecipient(recipient, former.userId))
      if (!user) return 'obsolete'
      const token = linkTokenOf(verificationSecret, 'email-revert', about)
      return { to: former.email, ...emailChanged({ username: user.username, newEmail: user.email, token }, origin) }
    },
    /** The email to an invited admin. Obsolete when the invitation was accepted, replaced or revoked, or has expired. */
    async 'admin-invitation'({ about, recipient }) {
      if (recipient.kind !== 'invited-admin' || recipient.id !== about) return 'obsolete'
      const invitation = await findInvitation(db, about, now())
      if (!invitation) return 'obsolete'
      return { to: invitation.email, ...adminInvitation({ token: linkTokenOf(verificationSecret, 'admin-invitation', about) }, origin) }
    },
  }
}

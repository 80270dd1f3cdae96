import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import type { Role } from '@app/contracts/http/session.ts'
import { EMAIL_INVALID } from '@app/contracts/rules/email.ts'
import { findUserForShare, type User, userByEmail } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { beginAttempt } from '../limits/sign-in-attempts.ts'

export interface Credentials {
  email: string
  password: string
  client: string
}

interface Checked {
  user: User
  /** Issue time for the token. It is before the last read of the password hash, so a reset after this read also revokes the token. */
  issuedAt: Date
}

/**
 * Returns the user with this email address, password and role. An unknown email address, a wrong password and a wrong role cause the same
 * 401 and take the same time. Throws 429 after too many attempts.
 */
export async function checkPassword(deps: IdentityDeps, { email, password, client }: Credentials, role: Role): Promise<Checked> {
  const { db, limits, passwords, now } = deps
  if (!email.trim()) throw refusedField('email', EMAIL_INVALID)
  if (!password) throw refusedField('password', 'Please enter your password')
  await consumeLimit(db, { key: `sign-in:${client}`, limit: limits.signIns, now: now() })
  const attempt = await beginAttempt(deps, { client, email })

  const user = await userByEmail(db, email)
  const matches = await passwords.verify(user?.password_hash, password)
  // The user is read again, because the password may have been reset while the password check was queued.
  const issuedAt = now()
  const current = user && matches ? await findUserForShare(db, user.id) : undefined
  if (!current || current.password_hash !== user?.password_hash || current.role !== role) {
    throw new AppError('wrong-credentials', 'unauthenticated', 'Invalid email or password')
  }
  await attempt.passed()
  return { user: current, issuedAt }
}

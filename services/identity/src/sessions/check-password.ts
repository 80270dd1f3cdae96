import { AppError, refusedField } from '@app/chassis/errors.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import type { Role } from '@app/contracts/http/identity.ts'
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
  /** What a token is to date from: before the last look at the password, so that a reset after it ends the token as well. */
  issuedAt: Date
}

/** The user whose password this is. 401 with the same words, after the same work, whatever is wrong; 429 after too many tries. */
export async function checkPassword(deps: IdentityDeps, { email, password, client }: Credentials, role: Role): Promise<Checked> {
  const { db, limits, passwords, now } = deps
  if (!email.trim()) throw refusedField('email', EMAIL_INVALID)
  if (!password) throw refusedField('password', 'Please enter your password')
  await consumeLimit(db, { key: `sign-in:${client}`, limit: limits.signIns, now: now() })
  const attempt = await beginAttempt(deps, { client, email })

  const user = await userByEmail(db, email)
  const matches = await passwords.verify(user?.password_hash, password)
  // Checking may have waited its turn: a password that was reset in the meantime opens nothing.
  const issuedAt = now()
  const current = user && matches ? await findUserForShare(db, user.id) : undefined
  // The other role's door is answered like a wrong password.
  if (!current || current.password_hash !== user?.password_hash || current.role !== role) {
    throw new AppError('wrong-credentials', 'unauthenticated', 'Invalid email or password')
  }
  await attempt.passed()
  return { user: current, issuedAt }
}

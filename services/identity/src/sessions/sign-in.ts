import { AppError, refusedField } from '@app/chassis/errors.ts'
import { take } from '@app/chassis/limits/limiter.ts'
import type { Role } from '@app/contracts/http/identity.ts'
import { EMAIL_INVALID } from '@app/contracts/rules/email.ts'
import { settledUser, userByEmail } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { assertNoDelay, failuresKey, forgetFailures, recordFailure } from '../limits/sign-in-delay.ts'
import type { IssueToken } from '../tokens/issue-token.ts'

interface SignIn {
  email: string
  password: string
  /** Whose door this is: the other role is answered like a wrong password. */
  role: Role
  client: string
}

/** Answers a token. 401 with the same words, after the same work, whatever is wrong; 429 after too many tries. */
export async function signIn(
  { db, limits, passwords, now, issueToken }: IdentityDeps & { issueToken: IssueToken },
  { email, password, role, client }: SignIn,
): Promise<string> {
  if (!email.trim()) throw refusedField('email', EMAIL_INVALID)
  if (!password) throw refusedField('password', 'Please enter your password')
  const failures = failuresKey(client, email)
  await take(db, { key: `sign-in:${client}`, limit: limits.signIns, now: now() })
  await assertNoDelay(db, failures, now())

  const user = await userByEmail(db, email)
  const matches = await passwords.verify(user?.password_hash, password)
  // Checking may have waited its turn: a password that was reset in the meantime opens nothing. The token dates from
  // before this look, so that a reset after it ends the token as well.
  const issuedAt = now()
  const current = user && matches ? await settledUser(db, user.id) : undefined
  if (!current || current.password_hash !== user?.password_hash || current.role !== role) {
    await recordFailure(db, { key: failures, freeTries: limits.freeTries, now: now() })
    throw new AppError('wrong-credentials', 'unauthenticated', 'Invalid email or password')
  }
  await forgetFailures(db, failures)
  return issueToken(current, issuedAt)
}

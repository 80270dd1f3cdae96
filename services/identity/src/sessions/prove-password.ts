import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { User } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { checkPassword } from './check-password.ts'

interface PasswordProof {
  password?: string
  client: string
}

/**
 * Checks the password of a signed-in user with the rate limits of a sign-in, before a critical action. Throws 422 instead of 401, because the
 * user's token is valid.
 */
export async function provePassword(
  deps: IdentityDeps,
  { email, role }: Pick<User, 'email' | 'role'>,
  { password, client }: PasswordProof,
): Promise<void> {
  if (!password) throw refusedField('password', 'Please enter your password.')
  await checkPassword(deps, { email, password, client }, role).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'wrong-credentials') throw refusedField('password', 'This password is incorrect.')
    throw error
  })
}

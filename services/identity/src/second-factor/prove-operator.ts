import { AppError, refusedField } from '@app/chassis/errors.ts'
import { userById } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { checkPassword } from '../sessions/check-password.ts'
import { CODE_WRONG, spendCode } from './check-code.ts'
import { secondFactorOf } from './second-factor.repository.ts'

export interface OperatorProof {
  code?: string
  password?: string
  /** Client key of the request, which wrong passwords count against. */
  client: string
}

/** Checks the password with the limits of a sign-in. Throws 422 instead of 401, because the session itself is valid. */
async function provePassword(deps: IdentityDeps, email: string, { password, client }: OperatorProof): Promise<void> {
  if (!password) throw refusedField('password', 'Please enter your password.')
  await checkPassword(deps, { email, password, client }, 'admin').catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'wrong-credentials') throw refusedField('password', 'This password is not right.')
    throw error
  })
}

/**
 * Throws unless the request proves that the operator itself sends it: a stolen token alone must not remove admins. The
 * proof is a code of the operator's second factor. An operator without a second factor gives its password, but only
 * where second factors are optional.
 */
export async function proveOperator(deps: IdentityDeps, userId: string, proof: OperatorProof): Promise<void> {
  const user = await userById(deps.db, userId)
  if (!user) throw new AppError('not-signed-in', 'unauthenticated', 'Session expired. Please log in again')
  const factor = await secondFactorOf(deps, userId)
  if (!factor?.isConfirmed) {
    if (!deps.secondFactorRequired) return provePassword(deps, user.email, proof)
    throw new AppError('second-factor-missing', 'conflict', 'Set up your second factor first: sign out and sign in again.')
  }
  const { code } = proof
  if (!code) throw refusedField('code', 'Please enter a code from your authenticator app, or a recovery code.')
  if (!(await spendCode(deps, { userId, code, factor, by: 'signed-in' }))) throw refusedField('code', CODE_WRONG)
}

import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import { userById } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { provePassword } from '../sessions/prove-password.ts'
import { CODE_WRONG, consumeCode } from './check-code.ts'
import { secondFactorOf } from './second-factor.repository.ts'

export interface OperatorProof {
  code?: string
  password?: string
  client: string
}

/**
 * Throws unless the request contains a code of the operator's second factor, so that a stolen token cannot remove admins. If second factors
 * are optional, an operator without a second factor must enter the password.
 */
export async function proveOperator(deps: IdentityDeps, userId: string, proof: OperatorProof): Promise<void> {
  const user = await userById(deps.db, userId)
  if (!user) throw new AppError('not-signed-in', 'unauthenticated', 'Session expired. Please log in again.')
  const factor = await secondFactorOf(deps, userId)
  if (!factor?.isConfirmed) {
    if (!deps.secondFactorRequired) return provePassword(deps, user, proof)
    throw new AppError(
      'second-factor-missing',
      'conflict',
      'Please set up two-factor authentication first. To do so, sign out and sign in again.',
    )
  }
  const { code } = proof
  if (!code) throw refusedField('code', 'Please enter a code from your authenticator app, or a recovery code.')
  if (!(await consumeCode(deps, { userId, code, factor, by: 'signed-in' }))) throw refusedField('code', CODE_WRONG)
}

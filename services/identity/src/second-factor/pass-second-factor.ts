import { AppError } from '@app/chassis/errors.ts'
import type { User } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { isKnownClient } from '../limits/known-clients.ts'
import { CODE_WRONG, confirmFactor, spendCode } from './check-code.ts'
import { putSecret, secondFactorOf } from './second-factor.repository.ts'
import { newSecret, secretFor } from './totp.ts'

const wrongCode = () => new AppError('wrong-second-factor', 'unauthenticated', CODE_WRONG)

const codeMissing = () =>
  new AppError('second-factor-required', 'unauthenticated', 'Please enter the code of your authenticator app, or a recovery code.')

interface SigningIn {
  user: User
  code: string | undefined
  client: string
}

/** A secret of its own each time: one that somebody saw before guards nothing. */
async function toSetUp(deps: IdentityDeps, { id, email }: User): Promise<AppError> {
  const secret = newSecret()
  // Set up by another sign-in at this moment: that one's code is asked for.
  if (!(await putSecret(deps, id, secret))) return codeMissing()
  return new AppError('second-factor-to-set-up', 'forbidden', 'Please set up an authenticator app, then sign in with a code of it.', {
    extensions: { secondFactor: secretFor(email, secret) },
  })
}

/**
 * Lets an admin on whose password was right. Throws as the contract of the sign-in says. Answers the recovery codes
 * when this set the factor up.
 */
export async function passSecondFactor(deps: IdentityDeps, { user, code, client }: SigningIn): Promise<string[] | undefined> {
  const factor = await secondFactorOf(deps, user.id)
  if (!factor?.isConfirmed && !deps.secondFactorRequired) return undefined
  if (!factor || (!factor.isConfirmed && !code)) throw await toSetUp(deps, user)
  if (!code) throw codeMissing()

  const isKnown = await isKnownClient(deps, { client, email: user.email })
  const given = { userId: user.id, code, factor, by: isKnown ? client : 'strangers' }
  if (factor.isConfirmed) {
    if (!(await spendCode(deps, given))) throw wrongCode()
    return undefined
  }
  const recoveryCodes = await confirmFactor(deps, given)
  if (!recoveryCodes) throw wrongCode()
  return recoveryCodes
}

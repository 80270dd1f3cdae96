import { AppError } from '@app/chassis/http/errors.ts'
import type { User } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { isKnownClient } from '../limits/known-clients.ts'
import { CODE_WRONG, type ConfirmedFactor, confirmFactor, consumeCode } from './check-code.ts'
import { putSecret, secondFactorOf } from './second-factor.repository.ts'
import { newSecret, secretFor } from './totp.ts'

const wrongCode = () => new AppError('wrong-second-factor', 'unauthenticated', CODE_WRONG)

const codeMissing = () =>
  new AppError('second-factor-required', 'unauthenticated', 'Please enter a code from your authenticator app, or a recovery code.')

interface SigningIn {
  user: User
  code: string | undefined
  client: string
}

/** Creates a new secret for each response, so that secrets of earlier responses cannot be used. */
async function setUpRequired(deps: IdentityDeps, { id, email }: User): Promise<AppError> {
  const secret = newSecret()
  // If a concurrent sign-in has confirmed a factor, this sign-in needs a code of that factor.
  if (!(await putSecret(deps, id, secret))) return codeMissing()
  return new AppError('second-factor-to-set-up', 'forbidden', 'Please set up an authenticator app, then sign in with a code from it.', {
    extensions: { secondFactor: secretFor(email, secret) },
  })
}

/**
 * Checks the second factor of an admin whose password is correct. Throws if the code is missing or wrong, or if the admin must set up a
 * factor. If this sign-in confirms a new factor, all earlier tokens of the admin are revoked, and the function returns the recovery codes and
 * the changed user.
 */
export async function passSecondFactor(deps: IdentityDeps, { user, code, client }: SigningIn): Promise<ConfirmedFactor | undefined> {
  const factor = await secondFactorOf(deps, user.id)
  if (!factor?.isConfirmed && !deps.secondFactorRequired) return undefined
  if (!factor || (!factor.isConfirmed && !code)) throw await setUpRequired(deps, user)
  if (!code) throw codeMissing()

  const isKnown = await isKnownClient(deps, { client, email: user.email })
  const given = { userId: user.id, code, factor, by: isKnown ? client : 'strangers' }
  if (factor.isConfirmed) {
    if (!(await consumeCode(deps, given))) throw wrongCode()
    return undefined
  }
  const confirmed = await confirmFactor(deps, given)
  if (!confirmed) throw wrongCode()
  return confirmed
}

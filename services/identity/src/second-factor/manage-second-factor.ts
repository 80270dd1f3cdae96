import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { SecondFactorSecret } from '@app/contracts/http/identity.ts'
import { userById } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import type { IssueToken } from '../tokens/issue-token.ts'
import { CODE_WRONG, confirmFactor, consumeCode } from './check-code.ts'
import { deleteSecondFactor, putSecret, secondFactorOf } from './second-factor.repository.ts'
import { newSecret, secretFor } from './totp.ts'

const alreadySetUp = () => new AppError('second-factor-is-there', 'conflict', 'A second factor is already set up.')
const wrongCode = () => refusedField('code', CODE_WRONG)

interface Proof {
  userId: string
  code: string
}

/** Creates the secret of a second factor. The factor is not used until the user confirms it with a code. */
export async function beginSecondFactor(deps: IdentityDeps, userId: string): Promise<SecondFactorSecret> {
  const user = await userById(deps.db, userId)
  const secret = newSecret()
  if (!user || !(await putSecret(deps, userId, secret))) throw alreadySetUp()
  return secretFor(user.email, secret)
}

/** Sets up the factor, and revokes all tokens of the admin. Returns a new token for this session. */
export async function confirmSecondFactor(
  deps: IdentityDeps & { issueToken: IssueToken },
  { userId, code }: Proof,
): Promise<{ recoveryCodes: string[]; token: string }> {
  const factor = await secondFactorOf(deps, userId)
  if (!factor) throw new AppError('second-factor-not-begun', 'conflict', 'Please start to set up a second factor first.')
  if (factor.isConfirmed) throw alreadySetUp()
  const confirmed = await confirmFactor(deps, { userId, code, factor, by: 'signed-in' })
  if (!confirmed) throw wrongCode()
  return { recoveryCodes: confirmed.recoveryCodes, token: await deps.issueToken(confirmed.user, deps.now()) }
}

export async function removeSecondFactor(deps: IdentityDeps, { userId, code }: Proof): Promise<void> {
  if (deps.secondFactorRequired)
    throw new AppError('second-factor-is-required', 'conflict', 'Admins must have two-factor authentication. You cannot remove it.')
  const factor = await secondFactorOf(deps, userId)
  if (!factor?.isConfirmed) throw new AppError('no-second-factor', 'conflict', 'Two-factor authentication is not set up.')
  if (!(await consumeCode(deps, { userId, code, factor, by: 'signed-in' }))) throw wrongCode()
  await deleteSecondFactor(deps.db, userId)
}

import type { IdentityDeps } from '../deps.ts'
import { rememberClient } from '../limits/known-clients.ts'
import { passSecondFactor } from '../second-factor/pass-second-factor.ts'
import type { IssueToken } from '../tokens/issue-token.ts'
import { type Credentials, checkPassword } from './check-password.ts'
import { recordSignIn } from './record-sign-in.ts'

type SignInDeps = IdentityDeps & { issueToken: IssueToken }

export async function signIn(deps: SignInDeps, credentials: Credentials): Promise<string> {
  const { user, issuedAt } = await checkPassword(deps, credentials, 'owner')
  await rememberClient(deps, credentials)
  await recordSignIn(deps, user, issuedAt)
  return deps.issueToken(user, issuedAt)
}

interface SignedIn {
  token: string
  /** Present if this sign-in confirmed a new second factor. */
  recoveryCodes?: string[]
}

export async function signInAdmin(deps: SignInDeps, { code, ...credentials }: Credentials & { code?: string }): Promise<SignedIn> {
  const { user, issuedAt } = await checkPassword(deps, credentials, 'admin')
  const confirmed = await passSecondFactor(deps, { user, code, client: credentials.client })
  await rememberClient(deps, credentials)
  const token = await deps.issueToken(confirmed?.user ?? user, issuedAt)
  return { token, ...(confirmed && { recoveryCodes: confirmed.recoveryCodes }) }
}

import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { addUserEvent } from '../accounts/user-event.ts'
import { type User, updateLastSignIn } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { rememberClient } from '../limits/known-clients.ts'
import { passSecondFactor } from '../second-factor/pass-second-factor.ts'
import type { IssueToken } from '../tokens/issue-token.ts'
import { type Credentials, checkPassword } from './check-password.ts'

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

const HOUR_MS = 3_600_000

/** Stores and publishes the time of a sign-in, unless a sign-in of the last hour is stored. So the stored time may be an hour old. */
async function recordSignIn({ db }: Pick<IdentityDeps, 'db'>, { id }: Pick<User, 'id'>, at: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const signedInAt = at.toISOString()
    const user = await updateLastSignIn(trx, { id, signedInAt, unlessAfter: new Date(at.getTime() - HOUR_MS).toISOString() })
    if (user) await addUserEvent(trx, user, 'signed-in')
  })
}

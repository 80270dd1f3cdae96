import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { lockUser } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { rememberClient } from '../limits/known-clients.ts'
import { countWrongToken, type GivenToken } from '../tokens/count-wrong-token.ts'
import { idInLinkToken } from '../tokens/link-token.ts'
import { findChange } from './email-changes.repository.ts'
import { moveAccount, offerRevert } from './move-account.ts'

const gone = (): AppError =>
  new AppError(
    'email-change-gone',
    'gone',
    'This link is no longer valid. It was used or replaced, or it has expired. Please start the change again.',
  )

/** Changes the address of an account to the one to which the token was sent. The former address gets a link that takes this back. */
export async function confirmChange(
  deps: IdentityDeps,
  { token, client }: GivenToken,
  idempotency: IdempotentRequest,
): Promise<{ message: string; email: string }> {
  const id = idInLinkToken(deps.verificationSecret, 'email-change', token)
  const reply = await inTransaction(deps.db, async (trx) => {
    const now = deps.now()
    const userId = id && (await findChange(trx, id, now))?.userId
    const user = userId && (await lockUser(trx, userId))
    // Another request may have used or replaced the link while the transaction waited for the lock.
    const change = user && (await findChange(trx, id, now))
    if (!change) return undefined
    const { email } = await moveAccount(trx, { user, email: change.email, isConfirmed: true, now })
    await offerRevert(trx, user, now)
    await rememberClient({ ...deps, db: trx }, { client, email })
    return idempotency.storeResponse(trx, { message: `Your email address was changed. Please sign in with ${email} from now on.`, email })
  })
  if (reply) return reply
  await countWrongToken(deps, client)
  throw gone()
}

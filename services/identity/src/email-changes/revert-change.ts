import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { lockUser } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { countWrongToken, type GivenToken } from '../tokens/count-wrong-token.ts'
import { endTokens } from '../tokens/end-tokens.ts'
import { idInLinkToken } from '../tokens/link-token.ts'
import { deleteRevertsSince, findRevert } from './email-changes.repository.ts'
import { moveAccount } from './move-account.ts'

const MESSAGE = 'Your email address is restored, and all devices were signed out. Please set a new password now.'

const gone = (): AppError =>
  new AppError(
    'email-revert-gone',
    'gone',
    'This link is no longer valid. It was used, or it has expired. Please contact us if you need help.',
  )

/**
 * Restores the former address of an account, to which the token was sent. Whoever changed the address may be a stranger: all tokens of the
 * user are revoked, and later addresses get no way back.
 */
export async function revertChange(
  deps: IdentityDeps,
  { token, client }: GivenToken,
  idempotency: IdempotentRequest,
): Promise<{ message: string; email: string }> {
  const id = idInLinkToken(deps.verificationSecret, 'email-revert', token)
  const reply = await inTransaction(deps.db, async (trx) => {
    const now = deps.now()
    const userId = id && (await findRevert(trx, id, now))?.userId
    const user = userId && (await lockUser(trx, userId))
    // Another request may have used the link while the transaction waited for the lock.
    const former = user && (await findRevert(trx, id, now))
    if (!former) return undefined
    const { email } = await endTokens(trx, await moveAccount(trx, { user, email: former.email, isConfirmed: true, now }), now)
    await deleteRevertsSince(trx, user.id, id)
    return idempotency.storeResponse(trx, { message: MESSAGE, email })
  })
  if (reply) return reply
  await countWrongToken(deps, client)
  throw gone()
}

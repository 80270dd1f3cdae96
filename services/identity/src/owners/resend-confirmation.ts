import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { resendConfirmation as contract } from '@app/contracts/http/owners.ts'
import type * as Type from 'typebox'
import { lockUser } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { requestVerification } from '../verification/send-verification.ts'
import { countAdminsMail } from './count-admins-mail.ts'
import { requireOwner } from './owner-account.ts'

type Reply = Type.Static<(typeof contract.schema.response)[200]>

/** Requests an email to an owner with a new verification link, unless the address is already confirmed. Older links become invalid. */
export const resendConfirmation = (
  deps: Pick<IdentityDeps, 'db' | 'limits' | 'now'>,
  ownerId: string,
  idempotency: IdempotentRequest,
): Promise<Reply> =>
  inTransaction(deps.db, async (trx) => {
    const owner = requireOwner(await lockUser(trx, ownerId))
    if (owner.email_verified_at !== null)
      return idempotency.storeResponse(trx, { message: 'This email address is already confirmed.', alreadyVerified: true })
    await countAdminsMail(trx, deps, owner.email)
    await requestVerification(trx, owner.id, deps.now())
    return idempotency.storeResponse(trx, { message: `We sent a link to ${owner.email}. It works for 7 days.`, alreadyVerified: false })
  })

import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { CampaignsDeps } from '../deps.ts'
import { deleteSuppression } from './suppression.repository.ts'

const suppressionNotFound = () =>
  new AppError('suppression-not-found', 'not-found', 'This email address is not on your list of unsubscribed and blocked addresses.')

/** Removes a suppression for the owner, so that the address gets campaigns again if the spreadsheet allows it. */
export const liftSuppression = (
  { db }: CampaignsDeps,
  owner: Caller,
  id: string,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> =>
  inTransaction(db, async (trx) => {
    const email = await deleteSuppression(trx, id, owner.id)
    if (!email) throw suppressionNotFound()
    return idempotency.storeResponse(trx, { message: `${email} will get your campaigns again if your spreadsheet says Yes.` })
  })

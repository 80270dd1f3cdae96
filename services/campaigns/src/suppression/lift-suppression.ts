import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/errors.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { CampaignsDeps } from '../deps.ts'
import { deleteSuppression } from './suppression.repository.ts'

const suppressionNotFound = () => new AppError('suppression-not-found', 'not-found', 'This address is not among those left out.')

/** An owner lets an address get campaigns again. What the spreadsheet says of it stays as it is. */
export const liftSuppression = (
  { db }: CampaignsDeps,
  owner: Caller,
  id: string,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> =>
  inTransaction(db, async (trx) => {
    const email = await deleteSuppression(trx, id, owner.id)
    if (!email) throw suppressionNotFound()
    return idempotency.storeResponse(trx, { message: `${email} gets your campaigns again where your spreadsheet says Yes.` })
  })

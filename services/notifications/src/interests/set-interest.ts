import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { AnnouncedFeature, Interests } from '@app/contracts/http/notifications.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addInterest, interestsOf, removeInterest } from './interest.repository.ts'

interface InterestChange {
  userId: string
  feature: AnnouncedFeature
  wanted: boolean
}

/** Sets whether the user is notified when the feature is available. Returns all features that the user is interested in. */
export const setInterest = (
  db: Kysely<Tables>,
  { userId, feature, wanted }: InterestChange,
  idempotency: IdempotentRequest,
): Promise<Interests> =>
  inTransaction(db, async (trx) => {
    await (wanted ? addInterest : removeInterest)(trx, userId, feature)
    return idempotency.storeResponse(trx, { features: await interestsOf(trx, userId) })
  })

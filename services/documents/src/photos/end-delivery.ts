import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { PhotosReceived } from '@app/contracts/events/documents.ts'
import type { PhotoDelivery } from '@app/contracts/http/photos.ts'
import { NO_PHOTO_ARRIVED } from '@app/contracts/rules/photos.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { DocumentsDeps } from '../deps.ts'
import { type DeliveryRow, type LockedDelivery, lockDelivery, markEnded, photosOf } from './delivery.repository.ts'
import { deliveryNotFound, toDelivery } from './get-delivery.ts'
import { lockStorage, setStorageVersion } from './photo-storage.repository.ts'

/** Ends a delivery and publishes its event. Returns undefined if the delivery has no photos. */
export async function end(trx: Transaction<Tables>, delivery: LockedDelivery): Promise<DeliveryRow | undefined> {
  const { _id, companyProfileId, companyName, ownerId, taskId, title } = delivery
  const { bytes: storedBytes, version } = await lockStorage(trx, companyProfileId)
  const { length: count } = await photosOf(trx, _id)
  if (count === 0) return undefined
  await setStorageVersion(trx, companyProfileId, version)
  const ended = await markEnded(trx, _id)
  await addEvent(trx, PhotosReceived, {
    aggregateId: companyProfileId,
    version,
    data: {
      deliveryId: _id,
      companyProfileId,
      companyName,
      ownerId,
      count,
      ...(taskId !== null && title !== null && { taskId, title }),
      storedBytes,
    },
  })
  return ended
}

/** Ends a delivery for its owner. If it has ended, nothing changes. Throws 422 if no photo has arrived. */
export function endDelivery({ db }: DocumentsDeps, owner: Caller, id: string, idempotency: IdempotentRequest): Promise<PhotoDelivery> {
  return inTransaction(db, async (trx) => {
    const delivery = await lockDelivery(trx, id, owner.id)
    if (!delivery) throw deliveryNotFound()
    const ended = delivery.endedAt === null ? await end(trx, delivery) : delivery
    if (!ended) throw new AppError('no-photo', 'refused', NO_PHOTO_ARRIVED)
    return idempotency.storeResponse(trx, await toDelivery(trx, ended))
  })
}

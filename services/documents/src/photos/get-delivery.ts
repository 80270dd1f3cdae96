import { type Caller, ownerIdOf } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { PhotoDelivery } from '@app/contracts/http/photos.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { DocumentsDeps } from '../deps.ts'
import { type DeliveryRow, findDelivery, photosOf } from './delivery.repository.ts'

export const deliveryNotFound = (): AppError => new AppError('delivery-not-found', 'not-found', 'These photos were not found')

/** Returns a delivery in a response, with the photos that have arrived. */
export async function toDelivery(db: Kysely<Tables>, row: DeliveryRow): Promise<PhotoDelivery> {
  const { _id, companyProfileId, taskId, note, count, createdAt, endedAt } = row
  return { _id, companyProfileId, taskId, note, count, createdAt, endedAt, photos: await photosOf(db, _id) }
}

/** Throws 404 if the delivery does not exist or the caller must not see it. */
export async function getDelivery({ db }: DocumentsDeps, caller: Caller, id: string): Promise<PhotoDelivery> {
  const row = await findDelivery(db, id, ownerIdOf(caller))
  if (!row) throw deliveryNotFound()
  return toDelivery(db, row)
}

import { findCompanyOf } from '@app/chassis/companies/company-projection.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import { PhotoRemoved } from '@app/contracts/events/documents.ts'
import type { DocumentsDeps } from '../deps.ts'
import { deletePhoto, lockPhoto } from './photo.repository.ts'
import { lockStorage, setStorageVersion, setStoredBytes } from './photo-storage.repository.ts'

export const photoNotFound = (): AppError => new AppError('photo-not-found', 'not-found', 'Photo not found')

/** Removes a photo from all deliveries, with its files. */
export async function removePhoto(
  deps: DocumentsDeps,
  owner: Caller,
  photoId: string,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  const company = await findCompanyOf(deps.db, owner.id)
  if (!company) throw photoNotFound()
  const { id: companyProfileId } = company
  const { keys, reply } = await inTransaction(deps.db, async (trx) => {
    const { bytes, version } = await lockStorage(trx, companyProfileId)
    const photo = await lockPhoto(trx, photoId, companyProfileId)
    if (!photo) throw photoNotFound()
    const { size, file, display, thumbnail } = photo
    const storedBytes = bytes - size
    await setStoredBytes(trx, companyProfileId, storedBytes)
    await setStorageVersion(trx, companyProfileId, version)
    await deletePhoto(trx, photoId)
    const data = { photoId, companyProfileId, ownerId: owner.id, storedBytes }
    await addEvent(trx, PhotoRemoved, { aggregateId: companyProfileId, version, data })
    return { keys: [file, display, thumbnail], reply: await idempotency.storeResponse(trx, { message: 'Photo removed' }) }
  })
  await removeUnreferencedFiles(deps, keys)
  return reply
}

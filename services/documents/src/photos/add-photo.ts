import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import { removeFiles } from '@app/chassis/storage/remove-files.ts'
import { keysOf, type StoredFile } from '@app/chassis/storage/store-file.ts'
import type { ArrivedPhoto, uploadPhoto as contract } from '@app/contracts/http/photos.ts'
import { PHOTO_INCOMPLETE, PHOTO_REQUIRED, PHOTOS_ENDED } from '@app/contracts/rules/photos.ts'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { DocumentsDeps } from '../deps.ts'
import { type LockedDelivery, lockDelivery } from './delivery.repository.ts'
import { deliveryNotFound, toDelivery } from './get-delivery.ts'
import { addToDelivery, findByHash, insertPhoto } from './photo.repository.ts'
import { requirePhotoQuota } from './photo-quota.ts'
import { lockStorage, setStoredBytes } from './photo-storage.repository.ts'

/** The delivery to which a photo is sent, and the hash that identifies the photo. */
interface Sent {
  deliveryId: string
  sha256: string
}

/** Throws 409 with the delivery if it has ended, or 422 if it has all its photos. */
async function requireRoom(trx: Transaction<Tables>, delivery: LockedDelivery): Promise<void> {
  const state = await toDelivery(trx, delivery)
  if (delivery.endedAt !== null) throw new AppError('delivery-ended', 'conflict', PHOTOS_ENDED, { extensions: { delivery: state } })
  if (state.photos.length >= delivery.count)
    throw refusedField('photo', `You wanted to send ${delivery.count}, and they have all arrived. Please send this photo afterwards.`)
}

async function store(
  trx: Transaction<Tables>,
  { companyProfileId, quota }: LockedDelivery,
  sha256: string,
  file: StoredFile,
  storedBytes: number,
): Promise<string> {
  const { scaled } = file
  if (!scaled) throw new Error('The photo has no smaller copies')
  requirePhotoQuota(quota, storedBytes, file.size, 'photo')
  await setStoredBytes(trx, companyProfileId, storedBytes + file.size)
  const id = uuidv7()
  await insertPhoto(trx, {
    id,
    company_id: companyProfileId,
    sha256,
    file: file.key,
    display: scaled.displayKey,
    thumbnail: scaled.thumbnailKey,
    content_type: file.contentType,
    file_name: file.fileName,
    size: file.size,
    width: scaled.width,
    height: scaled.height,
  })
  return id
}

/**
 * Adds a photo to an open delivery. If the company has sent the same photo before, `file` is not needed. Without `file`, returns undefined if
 * the photo is not known.
 */
function arrive(deps: DocumentsDeps, owner: Caller, { deliveryId, sha256 }: Sent, file?: StoredFile): Promise<ArrivedPhoto | undefined> {
  return inTransaction(deps.db, async (trx) => {
    const delivery = await lockDelivery(trx, deliveryId, owner.id)
    if (!delivery) throw deliveryNotFound()
    // The same photo may arrive in another delivery at the same moment. The lock makes the second one wait, and then find the first one.
    const storage = file && (await lockStorage(trx, delivery.companyProfileId))
    const known = await findByHash(trx, delivery, sha256)
    if (known?.isInDelivery) return { _id: known.id, sha256, duplicateOf: known.id }
    await requireRoom(trx, delivery)
    if (known) {
      await addToDelivery(trx, delivery, known.id)
      return { _id: known.id, sha256, duplicateOf: known.id }
    }
    if (!file || !storage) return undefined
    const _id = await store(trx, delivery, sha256, file, storage.bytes)
    await addToDelivery(trx, delivery, _id)
    return { _id, sha256 }
  })
}

/**
 * Handles a photo before its bytes are read. Returns the photo if it was sent before, and undefined if the bytes are needed. Throws 404, 409
 * or 422 like `addPhoto`.
 */
export const recognizePhoto = (deps: DocumentsDeps, owner: Caller, sent: Sent): Promise<ArrivedPhoto | undefined> =>
  arrive(deps, owner, sent)

/**
 * Stores a photo, and adds it to its delivery. Throws 404 for a delivery of another owner, 409 if the delivery has ended, and 422 if the bytes
 * have another hash, if the delivery has all its photos, or if the quota is exceeded.
 */
export async function addPhoto(
  deps: DocumentsDeps,
  owner: Caller,
  sent: Sent,
  { files, acceptFiles }: ReceivedForm<typeof contract>,
): Promise<ArrivedPhoto> {
  if (!files.photo) throw refusedField('photo', PHOTO_REQUIRED)
  const received = Buffer.from(files.photo.sha256 ?? '', 'base64url').toString('hex')
  if (received !== sent.sha256) throw refusedField('photo', PHOTO_INCOMPLETE)
  const { photo: file } = await acceptFiles()
  if (!file) throw new Error('The received photo was not stored')
  const arrived = await arrive(deps, owner, sent, file)
  if (!arrived) throw new Error('The photo was not added')
  if (arrived.duplicateOf !== undefined) await removeFiles(deps, keysOf(file))
  return arrived
}

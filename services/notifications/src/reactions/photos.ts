import type { PhotoRemoved, PhotosReceived } from '@app/contracts/events/documents.ts'
import { photoCount } from '@app/contracts/rules/photos.ts'
import { addToDigest } from '../documents/digest-document.repository.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { companyOf, titleOf } from './names.ts'
import type { Reaction } from './reaction.ts'

/** Notifies the admins about the photos of a delivery, and adds the delivery to the next digest about photos of the company. */
export const reportPhotos: Reaction<typeof PhotosReceived> = async (trx, { type, data }) => {
  const { deliveryId, companyProfileId, ownerId, count, taskId = null, title } = data
  const about = title === undefined ? '' : ` for ${titleOf({ title })}`
  const admins = `${companyOf(data)} sent ${photoCount(count)}${about}.`
  await addNotifications(trx, { type, companyProfileId, taskId, ownerId, admins })
  await addToDigest(trx, { topic: 'photos-received', companyProfileId, id: deliveryId })
}

/** Makes open screens refetch the photos. */
export const refreshPhotos: Reaction<typeof PhotoRemoved> = (trx, { type, data: { companyProfileId, ownerId } }) =>
  addNotifications(trx, { type, companyProfileId, ownerId })

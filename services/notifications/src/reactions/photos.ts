import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { PhotoRemoved, PhotosReceived } from '@app/contracts/events/documents.ts'
import { photoCount } from '@app/contracts/rules/photos.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addToDigest } from '../documents/digest-document.repository.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import type { Settings } from '../settings.ts'
import { admitted } from '../task-emails/email-admins.ts'
import { dueTime } from '../task-emails/schedule.ts'
import { companyOf, titleOf } from './names.ts'
import type { Reaction } from './reaction.ts'

/**
 * Notifies the admins about the photos of a delivery. Adds the delivery to the next digest about photos of the company, of each admin who
 * wants emails of the company, when the admin wants them.
 */
export async function reportPhotos(
  trx: Transaction<Tables>,
  { type, data }: ReceivedEvent<typeof PhotosReceived>,
  { now, timeZone }: Pick<Settings, 'now' | 'timeZone'>,
): Promise<void> {
  const { deliveryId: id, companyProfileId, ownerId, count, taskId = null, title } = data
  const about = title === undefined ? '' : ` for ${titleOf({ title })}`
  const admins = `${companyOf(data)} sent ${photoCount(count)}${about}.`
  await addNotifications(trx, { type, companyProfileId, taskId, ownerId, admins })
  const at = now()
  for (const { userId, frequency } of await admitted(trx, companyProfileId)) {
    const waitMs = dueTime(frequency, at, timeZone).getTime() - at.getTime()
    await addToDigest(trx, { topic: 'photos-received', companyProfileId, userId }, { id, waitMs })
  }
}

/** Makes open screens refetch the photos. */
export const refreshPhotos: Reaction<typeof PhotoRemoved> = (trx, { type, data: { companyProfileId, ownerId } }) =>
  addNotifications(trx, { type, companyProfileId, ownerId })

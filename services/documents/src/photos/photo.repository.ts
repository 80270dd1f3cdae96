import type { PhotoFile } from '@app/contracts/http/photos.ts'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { LockedDelivery } from './delivery.repository.ts'

/** A photo in a list. `file`, `display` and `thumbnail` are keys in the file store. */
export interface PhotoRow {
  position: number
  _id: string
  deliveryId: string
  companyProfileId: string
  taskId: number | null
  note: string
  sha256: string
  fileName: string
  size: number
  width: number
  height: number
  file: string
  display: string
  thumbnail: string
  sentAt: string
}

interface Page {
  taskId?: number | undefined
  limit: number
  /** Only photos that arrived earlier are in the page. */
  before: number
}

export const listedPhotos = (db: Kysely<Tables>, companyId: string, { taskId, limit, before }: Page): Promise<PhotoRow[]> =>
  db
    .selectFrom('delivery_photo')
    .innerJoin('photo', 'photo.id', 'delivery_photo.photo_id')
    .innerJoin('photo_delivery', 'photo_delivery.id', 'delivery_photo.delivery_id')
    .select(['position', 'photo.id as _id', 'delivery_id as deliveryId', 'delivery_photo.company_id as companyProfileId'])
    .select(['delivery_photo.task_number as taskId', 'note', 'sha256', 'file_name as fileName', 'size', 'width', 'height'])
    .select(['file', 'display', 'thumbnail', 'photo_delivery.created_at as sentAt'])
    .where('delivery_photo.company_id', '=', companyId)
    .$if(taskId !== undefined, (query) => query.where('delivery_photo.task_number', '=', taskId ?? 0))
    .where('position', '<', before)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()

/** Returns the photo of a company with this hash, and whether the delivery already contains it. The photo cannot be removed until commit. */
export const findByHash = (
  trx: Transaction<Tables>,
  { _id, companyProfileId }: Pick<LockedDelivery, '_id' | 'companyProfileId'>,
  sha256: string,
): Promise<{ id: string; isInDelivery: boolean } | undefined> =>
  trx
    .selectFrom('photo')
    .leftJoin('delivery_photo', (join) => join.onRef('photo_id', '=', 'photo.id').on('delivery_id', '=', _id))
    .select(['photo.id', sql<boolean>`delivery_id is not null`.as('isInDelivery')])
    .where('photo.company_id', '=', companyProfileId)
    .where('sha256', '=', sha256)
    .forKeyShare('photo')
    .executeTakeFirst()

export async function insertPhoto(trx: Transaction<Tables>, photo: Insertable<Tables['photo']>): Promise<void> {
  await trx.insertInto('photo').values(photo).execute()
}

/** Adds a photo to a delivery. The row of the delivery must be locked. */
export async function addToDelivery(
  trx: Transaction<Tables>,
  { _id, companyProfileId, taskId }: Pick<LockedDelivery, '_id' | 'companyProfileId' | 'taskId'>,
  photoId: string,
): Promise<void> {
  await trx
    .insertInto('delivery_photo')
    .values({ delivery_id: _id, photo_id: photoId, company_id: companyProfileId, task_number: taskId })
    .execute()
  await trx.updateTable('photo_delivery').set({ last_arrival_at: sql<string>`now()` }).where('id', '=', _id).execute()
}

export const findFile = (db: Kysely<Tables>, id: string, companyId: string): Promise<PhotoFile | undefined> =>
  db
    .selectFrom('photo')
    .select(['file as key', 'content_type as contentType', 'size'])
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()

/** A photo whose row is locked until the end of the transaction. */
interface LockedPhoto {
  size: number
  file: string
  display: string
  thumbnail: string
}

export const lockPhoto = (trx: Transaction<Tables>, id: string, companyId: string): Promise<LockedPhoto | undefined> =>
  trx
    .selectFrom('photo')
    .select(['size', 'file', 'display', 'thumbnail'])
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()

/** Deletes a photo, and the ended deliveries that contained only this photo. */
export async function deletePhoto(trx: Transaction<Tables>, id: string): Promise<void> {
  await sql`
    delete from photo_delivery as delivery where ended_at is not null
      and id in (select delivery_id from delivery_photo where photo_id = ${id})
      and not exists (select from delivery_photo where delivery_id = delivery.id and photo_id <> ${id})`.execute(trx)
  await trx.deleteFrom('photo').where('id', '=', id).execute()
}

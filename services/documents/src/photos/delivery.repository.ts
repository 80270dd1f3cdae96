import type { Quota } from '@app/contracts/rules/quotas.ts'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

const columns = [
  'photo_delivery.id as _id',
  'photo_delivery.company_id as companyProfileId',
  'photo_delivery.task_number as taskId',
  'photo_delivery.note',
  'photo_delivery.photo_count as count',
  'photo_delivery.created_at as createdAt',
  'photo_delivery.ended_at as endedAt',
] as const

/** A delivery without its photos. */
export interface DeliveryRow {
  _id: string
  companyProfileId: string
  taskId: number | null
  note: string
  count: number
  createdAt: string
  endedAt: string | null
}

/** A delivery whose row is locked until the end of the transaction. Events need the last three values. */
export interface LockedDelivery extends DeliveryRow {
  quota: Quota
  title: string | null
  ownerId: string
  companyName: string
}

export const insertDelivery = (trx: Transaction<Tables>, delivery: Insertable<Tables['photo_delivery']>): Promise<DeliveryRow> =>
  trx.insertInto('photo_delivery').values(delivery).returning(columns).executeTakeFirstOrThrow()

/** With `ownerId`, the query finds only deliveries of this owner. */
function deliveryWith(db: Kysely<Tables>, id: string, ownerId: string | undefined) {
  const query = db.selectFrom('photo_delivery').innerJoin('company', 'company.id', 'photo_delivery.company_id').select(columns)
  const found = query.where('photo_delivery.id', '=', id)
  return ownerId === undefined ? found : found.where('company.owner_id', '=', ownerId)
}

export const findDelivery = (db: Kysely<Tables>, id: string, ownerId: string | undefined): Promise<DeliveryRow | undefined> =>
  deliveryWith(db, id, ownerId).executeTakeFirst()

export const lockDelivery = (trx: Transaction<Tables>, id: string, ownerId: string | undefined): Promise<LockedDelivery | undefined> =>
  deliveryWith(trx, id, ownerId)
    .select(['photo_delivery.quota', 'photo_delivery.task_title as title', 'company.owner_id as ownerId', 'company.name as companyName'])
    .forUpdate('photo_delivery')
    .executeTakeFirst()

export const photosOf = (db: Kysely<Tables>, deliveryId: string): Promise<{ _id: string; sha256: string }[]> =>
  db
    .selectFrom('delivery_photo')
    .innerJoin('photo', 'photo.id', 'delivery_photo.photo_id')
    .select(['photo.id as _id', 'photo.sha256'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('position')
    .execute()

export async function markEnded(trx: Transaction<Tables>, id: string): Promise<DeliveryRow> {
  const ended = trx.updateTable('photo_delivery').set({ ended_at: sql<string>`now()` })
  return ended.where('id', '=', id).returning(columns).executeTakeFirstOrThrow()
}

/** Returns open deliveries that got photos, but none in the last 30 minutes, the oldest first. */
export async function quietDeliveries(db: Kysely<Tables>, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('photo_delivery')
    .select('id')
    .where('ended_at', 'is', null)
    .where('last_arrival_at', '<', sql<string>`now() - interval '30 minutes'`)
    .orderBy('last_arrival_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteDelivery(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('photo_delivery').where('id', '=', id).execute()
}

/** Deletes deliveries of the day before and earlier that never got a photo. */
export async function deleteUnusedDeliveries(db: Kysely<Tables>, limit: number): Promise<void> {
  await sql`
    delete from photo_delivery where id in (
      select id from photo_delivery where last_arrival_at is null and created_at < now() - interval '1 day'
      order by created_at limit ${limit} for update skip locked)`.execute(db)
}

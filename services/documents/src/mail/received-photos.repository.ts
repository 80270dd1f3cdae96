import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { ReceivedPhotos } from './templates/photos-received.ts'

/** Maximum number of deliveries that an email lists. */
const LISTED_MAX = 20

/** Returns those of the deliveries that belong to the company and still have photos, oldest first. */
export async function findReceivedPhotos(db: Kysely<Tables>, companyId: string, ids: readonly string[]): Promise<ReceivedPhotos[]> {
  const rows = await db
    .selectFrom('photo_delivery')
    .innerJoin('delivery_photo', 'delivery_photo.delivery_id', 'photo_delivery.id')
    .select(['note', 'photo_delivery.task_number as taskId', 'task_title as title'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('photo_delivery.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('photo_delivery.company_id', '=', companyId)
    .groupBy('photo_delivery.id')
    .orderBy('ended_at')
    .limit(LISTED_MAX)
    .execute()
  return rows.map(({ taskId, title, ...photos }) => ({
    ...photos,
    task: taskId === null || title === null ? null : { taskId, title },
  }))
}

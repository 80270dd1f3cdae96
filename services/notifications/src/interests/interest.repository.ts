import { type AnnouncedFeature, announcedFeatures } from '@app/contracts/http/notifications.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Returns the announced features that the user is interested in. Omits features that are unknown in this release. */
export async function interestsOf(db: Kysely<Tables>, userId: string): Promise<AnnouncedFeature[]> {
  const rows = await db.selectFrom('interest').select('feature').where('user_id', '=', userId).execute()
  const wanted = new Set(rows.map(({ feature }) => feature))
  return announcedFeatures.filter((feature) => wanted.has(feature))
}

export async function addInterest(trx: Transaction<Tables>, userId: string, feature: AnnouncedFeature): Promise<void> {
  await trx
    .insertInto('interest')
    .values({ user_id: userId, feature })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeInterest(trx: Transaction<Tables>, userId: string, feature: AnnouncedFeature): Promise<void> {
  await trx.deleteFrom('interest').where('user_id', '=', userId).where('feature', '=', feature).execute()
}

/** Returns the number of interested users for every announced feature, also for features without interested users. */
export async function countInterests(db: Kysely<Tables>): Promise<{ feature: AnnouncedFeature; count: number }[]> {
  const rows = await db
    .selectFrom('interest')
    .select(({ fn }) => ['feature', fn.countAll<number>().as('count')])
    .groupBy('feature')
    .execute()
  const counts = new Map(rows.map(({ feature, count }) => [feature, count]))
  return announcedFeatures.map((feature) => ({ feature, count: counts.get(feature) ?? 0 }))
}

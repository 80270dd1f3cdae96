import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Who got a mail, by the token in it. */
export interface TokenHolder {
  deliveryId: string
  dispatchId: string
  email: string
  companyId: string
  companyName: string
  /** Wants no more mail of this company, as somebody said before. */
  isUnsubscribed: boolean
}

const TOKEN = /^[\w-]{1,200}$/

export async function findByToken(db: Kysely<Tables>, token: string): Promise<TokenHolder | undefined> {
  if (!TOKEN.test(token)) return undefined
  return db
    .selectFrom('delivery')
    .innerJoin('dispatch', 'dispatch.id', 'delivery.dispatch_id')
    .innerJoin('company', 'company.id', 'dispatch.company_id')
    .leftJoin('suppression', (join) =>
      join.onRef('suppression.company_id', '=', 'company.id').onRef('suppression.email', '=', 'delivery.email'),
    )
    .select([
      'delivery.id as deliveryId',
      'delivery.dispatch_id as dispatchId',
      'delivery.email',
      'company.id as companyId',
      'company.name as companyName',
      sql<boolean>`coalesce(suppression.reason in ('unsubscribed', 'complained'), false)`.as('isUnsubscribed'),
    ])
    .where('delivery.token', '=', token)
    .executeTakeFirst()
}

/** Notes that somebody unsubscribed by this mail, the first time; so it had arrived, whatever was known of it. */
export async function noteUnsubscribed(trx: Transaction<Tables>, deliveryId: string): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({
      unsubscribed_at: sql`coalesce(unsubscribed_at, now())`,
      state: sql`case state when 'unknown' then 'accepted' else state end`,
      settled_at: sql`case state when 'unknown' then now() else settled_at end`,
    })
    .where('id', '=', deliveryId)
    .execute()
}

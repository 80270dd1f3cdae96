import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Who got a mail, by the token in its links and its return path. */
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

const holders = (db: Kysely<Tables>, token: string) =>
  db
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

export const findByToken = async (db: Kysely<Tables>, token: string): Promise<TokenHolder | undefined> =>
  TOKEN.test(token) ? holders(db, token).executeTakeFirst() : undefined

/** The same, with the mail held until the transaction ends. */
export const lockByToken = async (trx: Transaction<Tables>, token: string): Promise<TokenHolder | undefined> =>
  TOKEN.test(token) ? holders(trx, token).forUpdate('delivery').executeTakeFirst() : undefined

/** What was not known of a mail is: it had left, and this became of it. */
export async function settleUnknown(trx: Transaction<Tables>, { deliveryId }: TokenHolder, state: 'accepted' | 'failed'): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ state, settled_at: sql`now()`, ...(state === 'accepted' && { merge: null }) })
    .where('id', '=', deliveryId)
    .where('state', '=', 'unknown')
    .execute()
}

/**
 * Notes what came back of a locked mail. It is never taken back, and counted once; answers whether it is new. From here on
 * the transaction holds the sending, which many may want to at once: it should have little left to do.
 */
export async function noteAfterwards(
  trx: Transaction<Tables>,
  { deliveryId, dispatchId }: TokenHolder,
  what: 'unsubscribed' | 'bounced' | 'complained',
): Promise<boolean> {
  const noted = await trx
    .updateTable('delivery')
    .set({ [`${what}_at`]: sql`now()` })
    .where('id', '=', deliveryId)
    .where(`${what}_at`, 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!noted) return false
  // Those of a sending that is done were counted. One that is not is held all the same, lest it is counted without this.
  await sql`
    update dispatch set counts = case when counts is not null then jsonb_set(counts, array[${what}], to_jsonb((counts ->> ${what})::int + 1)) end
    where id = ${dispatchId}`.execute(trx)
  return true
}

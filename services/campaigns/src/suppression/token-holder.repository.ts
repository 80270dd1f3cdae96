import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** The recipient of an email, found by the token in its links and its return path. */
export interface Addressee {
  /** Of the delivery or the test email. */
  mailId: string
  email: string
  companyId: string
  companyName: string
  /** Whether the recipient unsubscribed from the company's emails before. */
  isUnsubscribed: boolean
}

/** The recipient of a campaign's email. */
export interface TokenHolder extends Addressee {
  deliveryId: string
  dispatchId: string
}

const TOKEN = /^[\w-]{1,200}$/

const IS_UNSUBSCRIBED = sql<boolean>`coalesce(suppression.reason in ('unsubscribed', 'complained'), false)`.as('isUnsubscribed')

/** The recipient of a test email. */
export const findTestMailByToken = async (db: Kysely<Tables>, token: string): Promise<Addressee | undefined> =>
  TOKEN.test(token)
    ? db
        .selectFrom('test_mail')
        .innerJoin('company', 'company.id', 'test_mail.company_id')
        .leftJoin('suppression', (join) =>
          join.onRef('suppression.company_id', '=', 'company.id').onRef('suppression.email', '=', 'test_mail.email'),
        )
        .select(['test_mail.id as mailId', 'test_mail.email', 'company.id as companyId', 'company.name as companyName', IS_UNSUBSCRIBED])
        .where('test_mail.token', '=', token)
        .executeTakeFirst()
    : undefined

const holders = (db: Kysely<Tables>, token: string) =>
  db
    .selectFrom('delivery')
    .innerJoin('dispatch', 'dispatch.id', 'delivery.dispatch_id')
    .innerJoin('company', 'company.id', 'dispatch.company_id')
    .leftJoin('suppression', (join) =>
      join.onRef('suppression.company_id', '=', 'company.id').onRef('suppression.email', '=', 'delivery.email'),
    )
    .select([
      'delivery.id as mailId',
      'delivery.id as deliveryId',
      'delivery.dispatch_id as dispatchId',
      'delivery.email',
      'company.id as companyId',
      'company.name as companyName',
      IS_UNSUBSCRIBED,
    ])
    .where('delivery.token', '=', token)

/** The recipient of a campaign's email or of a test email. */
export const findByToken = async (db: Kysely<Tables>, token: string): Promise<Addressee | undefined> =>
  TOKEN.test(token) ? ((await holders(db, token).executeTakeFirst()) ?? findTestMailByToken(db, token)) : undefined

/** The recipient of a campaign's email, with its row in the ledger locked until the transaction ends. */
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
export async function recordReaction(
  trx: Transaction<Tables>,
  { deliveryId, dispatchId }: TokenHolder,
  what: 'unsubscribed' | 'bounced' | 'complained',
): Promise<boolean> {
  const recorded = await trx
    .updateTable('delivery')
    .set({ [`${what}_at`]: sql`now()` })
    .where('id', '=', deliveryId)
    .where(`${what}_at`, 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!recorded) return false
  // Those of a sending that is done were counted. One that is not is held all the same, lest it is counted without this.
  await sql`
    update dispatch set counts = case when counts is not null then jsonb_set(counts, array[${what}], to_jsonb((counts ->> ${what})::int + 1)) end
    where id = ${dispatchId}`.execute(trx)
  return true
}

import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** The recipient of an email, found by the token in the email's links and return path. */
export interface MailRecipient {
  email: string
  companyId: string
  companyName: string
  /** Whether the recipient unsubscribed from the company's emails or reported an email of the company as spam. */
  isUnsubscribed: boolean
}

export interface CampaignMailRecipient extends MailRecipient {
  deliveryId: string
  dispatchId: string
}

const TOKEN = /^[\w-]{1,200}$/

const IS_UNSUBSCRIBED = sql<boolean>`coalesce(suppression.reason in ('unsubscribed', 'complained'), false)`.as('isUnsubscribed')

export const findTestMailByToken = async (db: Kysely<Tables>, token: string): Promise<MailRecipient | undefined> =>
  TOKEN.test(token)
    ? db
        .selectFrom('test_mail')
        .innerJoin('company', 'company.id', 'test_mail.company_id')
        .leftJoin('suppression', (join) =>
          join.onRef('suppression.company_id', '=', 'company.id').onRef('suppression.email', '=', 'test_mail.email'),
        )
        .select(['test_mail.email', 'company.id as companyId', 'company.name as companyName', IS_UNSUBSCRIBED])
        .where('test_mail.token', '=', token)
        .executeTakeFirst()
    : undefined

const campaignMails = (db: Kysely<Tables>, token: string) =>
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
      IS_UNSUBSCRIBED,
    ])
    .where('delivery.token', '=', token)

export const findByToken = async (db: Kysely<Tables>, token: string): Promise<MailRecipient | undefined> =>
  TOKEN.test(token) ? ((await campaignMails(db, token).executeTakeFirst()) ?? findTestMailByToken(db, token)) : undefined

/** Returns the recipient of a campaign's email and locks the email's row in the ledger. */
export const lockByToken = async (trx: Transaction<Tables>, token: string): Promise<CampaignMailRecipient | undefined> =>
  TOKEN.test(token) ? campaignMails(trx, token).forUpdate('delivery').executeTakeFirst() : undefined

/** Sets the outcome of an email if its outcome was unknown. */
export async function settleUnknown(
  trx: Transaction<Tables>,
  { deliveryId }: CampaignMailRecipient,
  state: 'accepted' | 'failed',
): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ state, settled_at: sql`now()`, ...(state === 'accepted' && { merge: null }) })
    .where('id', '=', deliveryId)
    .where('state', '=', 'unknown')
    .execute()
}

/**
 * Records an unsubscribe, bounce or complaint in a locked row of the ledger. Returns whether it is the first reaction of this kind to the
 * email. Call this function near the end of a transaction: it locks the dispatch's row, and many transactions wait for this lock.
 */
export async function recordReaction(
  trx: Transaction<Tables>,
  { deliveryId, dispatchId }: CampaignMailRecipient,
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
  // Updates the counts of a finished dispatch. An unfinished dispatch is only locked, so that it does not finish with old counts.
  await sql`
    update dispatch set counts = case when counts is not null then jsonb_set(counts, array[${what}], to_jsonb((counts ->> ${what})::int + 1)) end
    where id = ${dispatchId}`.execute(trx)
  return true
}

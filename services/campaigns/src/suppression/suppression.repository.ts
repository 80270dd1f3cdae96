import { isFound } from '@app/chassis/db/is-found.ts'
import type { Suppression } from '@app/contracts/http/suppressions.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'

interface NewSuppression {
  companyId: string
  email: string
  reason: Suppression['reason']
  /** Whether this reason replaces an earlier reason that came from a mail server (`bounced`, `refused`). */
  isRecipientsDecision: boolean
}

/** Adds a suppression or replaces its reason. Returns its id, or undefined if the existing suppression does not change. */
export async function upsertSuppression(
  trx: Transaction<Tables>,
  { companyId, email, reason, isRecipientsDecision }: NewSuppression,
): Promise<string | undefined> {
  const kept = await trx
    .insertInto('suppression')
    .values({ id: uuidv7(), company_id: companyId, email, reason })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'email'])
        .doUpdateSet({ reason })
        .where('suppression.reason', 'in', ['bounced', 'refused'])
        .where(sql.lit(isRecipientsDecision), '=', true),
    )
    .returning('id')
    .executeTakeFirst()
  return kept?.id
}

export const isSuppressed = (db: Kysely<Tables>, { companyId, email }: { companyId: string; email: string }): Promise<boolean> =>
  isFound(db.selectFrom('suppression').select('id').where('company_id', '=', companyId).where('email', '=', email))

interface SuppressionPage {
  limit: number
  search?: string
  /** Cursor: the page contains only suppressions with a smaller id. */
  before?: string
}

export function suppressionsOf(db: Kysely<Tables>, companyId: string, { limit, search, before }: SuppressionPage): Promise<Suppression[]> {
  let query = db.selectFrom('suppression').select(['id as _id', 'email', 'reason', 'created_at as createdAt'])
  if (search) query = query.where(sql<boolean>`strpos(email, ${search.toLowerCase()}) > 0`)
  if (before) query = query.where('id', '<', before)
  return query.where('company_id', '=', companyId).orderBy('id', 'desc').limit(limit).execute()
}

/** Deletes a suppression, so that the address gets campaigns again if the spreadsheet allows it. Returns the email address, or undefined if it does not belong to a company of this owner. */
export async function deleteSuppression(trx: Transaction<Tables>, id: string, ownerId: string): Promise<string | undefined> {
  const deleted = await trx
    .deleteFrom('suppression')
    .using('company')
    .whereRef('company.id', '=', 'suppression.company_id')
    .where('company.owner_id', '=', ownerId)
    .where('suppression.id', '=', id)
    .returning('suppression.email')
    .executeTakeFirst()
  return deleted?.email
}

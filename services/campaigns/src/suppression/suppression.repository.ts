import type { Suppression } from '@app/contracts/http/suppressions.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'

interface NewSuppression {
  companyId: string
  email: string
  reason: Suppression['reason']
  /** Of the person, which outranks what its mailbox said before. */
  isWish: boolean
}

/** Answers its id unless the address is kept from mails for as good a reason already. */
export async function keepSuppression(
  trx: Transaction<Tables>,
  { companyId, email, reason, isWish }: NewSuppression,
): Promise<string | undefined> {
  const kept = await trx
    .insertInto('suppression')
    .values({ id: uuidv7(), company_id: companyId, email, reason })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'email'])
        .doUpdateSet({ reason })
        .where('suppression.reason', 'in', ['bounced', 'refused'])
        .where(sql.lit(isWish), '=', true),
    )
    .returning('id')
    .executeTakeFirst()
  return kept?.id
}

/** Whether an address, trimmed and in lower case, gets no email of a company. */
export async function isSuppressed(db: Kysely<Tables>, { companyId, email }: { companyId: string; email: string }): Promise<boolean> {
  const row = await db
    .selectFrom('suppression')
    .select('id')
    .where('company_id', '=', companyId)
    .where('email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

export interface SuppressionPage {
  limit: number
  /** Part of an address. */
  search?: string
  /** The id to go on below. */
  before?: string
}

/** A company's, newest first. */
export function suppressionsOf(db: Kysely<Tables>, companyId: string, { limit, search, before }: SuppressionPage): Promise<Suppression[]> {
  let query = db.selectFrom('suppression').select(['id as _id', 'email', 'reason', 'created_at as createdAt'])
  if (search) query = query.where(sql<boolean>`strpos(email, ${search.toLowerCase()}) > 0`)
  if (before) query = query.where('id', '<', before)
  return query.where('company_id', '=', companyId).orderBy('id', 'desc').limit(limit).execute()
}

/** Answers the address; nothing unless it is one of this owner's company. */
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

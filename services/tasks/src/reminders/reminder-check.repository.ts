import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** A company with waiting previews, for which the job must check whether a reminder is due. */
export interface CompanyToCheck {
  id: string
  ownerId: string
  /** Time zone in the profile of the company. */
  timeZone: string
}

/**
 * Selects companies whose next check is due, and whose owners get reminders. A company is also selected if its time zone has changed, or if
 * the business clock was set back: otherwise, checks are at most two days and a change to daylight saving time apart.
 */
async function selectCompanies(db: Kysely<Tables>, now: Date, where: RawBuilder<unknown>, limit: number): Promise<CompanyToCheck[]> {
  const at = now.toISOString()
  const { rows } = await sql<CompanyToCheck>`
    select company.id, company.owner_id as "ownerId", coalesce(profile ->> 'timeZone', '') as "timeZone"
    from task_counts join company on company.id = task_counts.company_id
      join owner_address on owner_address.owner_id = company.owner_id
      left join company_setting on company_setting.company_id = company.id
      left join reminder_check on reminder_check.company_id = company.id
    where with_client > 0 and is_confirmed and coalesce(review_links, true) and ${where} and (
      next_at is null or next_at <= ${at} or next_at > ${at}::timestamptz + interval '3 days'
        or time_zone <> coalesce(profile ->> 'timeZone', ''))
    order by company.id limit ${limit}`.execute(db)
  return rows
}

/** Returns the companies to check, in the order of their ids. `after` is the id of the last company of the previous page. */
export const companiesToCheck = (db: Kysely<Tables>, now: Date, after: string, limit: number): Promise<CompanyToCheck[]> =>
  selectCompanies(db, now, sql`company.id > ${after}`, limit)

/** Returns a company. Undefined if it was checked already. */
export async function findCompanyToCheck(trx: Transaction<Tables>, now: Date, id: string): Promise<CompanyToCheck | undefined> {
  return (await selectCompanies(trx, now, sql`company.id = ${id}`, 1))[0]
}

/** Stores when a company must be checked again. */
export async function storeNextCheck(trx: Transaction<Tables>, { id, timeZone }: CompanyToCheck, nextAt: Date): Promise<void> {
  const check = { time_zone: timeZone, next_at: nextAt.toISOString() }
  await trx
    .insertInto('reminder_check')
    .values({ company_id: id, ...check })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(check))
    .execute()
}

import { type RawBuilder, sql } from 'kysely'

/** SQL subquery: the ids of the companies whose owner has not confirmed the email address. */
export const unconfirmedCompanies = sql`
  (select company.id from owner_address join company on company.owner_id = owner_address.owner_id where not owner_address.is_confirmed)`

/** SQL condition for a filter `unconfirmed`. Undefined selects all companies. `companyId` is the column with the id of the company. */
export function accountCondition(unconfirmed: boolean | undefined, companyId: RawBuilder<unknown>): RawBuilder<unknown> {
  if (unconfirmed === undefined) return sql`true`
  return unconfirmed ? sql`${companyId} in ${unconfirmedCompanies}` : sql`${companyId} not in ${unconfirmedCompanies}`
}

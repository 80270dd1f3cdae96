import { type RawBuilder, sql } from 'kysely'

/** SQL subquery: the ids of the companies whose account manager is this admin. */
export const companiesManagedBy = (managerId: string): RawBuilder<unknown> =>
  sql`(select company_id from company_manager where manager_id = ${managerId})`

/** SQL condition for a filter by account manager. Undefined selects all companies. `companyId` is the column with the id of the company. */
export const managerCondition = (managerId: string | undefined, companyId: RawBuilder<unknown>): RawBuilder<unknown> =>
  managerId === undefined ? sql`true` : sql`${companyId} in ${companiesManagedBy(managerId)}`

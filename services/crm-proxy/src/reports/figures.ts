import type { CustomerFigures } from '@app/contracts/http/report-figures.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { StageCounts } from '../sheet/copy.ts'

/** Stores the numbers of customers that a read at `readAt` found, unless they equal the last ones. Call this under the sheet's lease. */
export async function observeStages(trx: Transaction<Tables>, companyId: string, readAt: string, counts: StageCounts): Promise<void> {
  const { leads, customers, lost, otherStage } = counts
  await sql`
    insert into stage_observation (company_id, observed_at, leads, customers, lost, other_stage)
    select ${companyId}, ${readAt}, ${leads}, ${customers}, ${lost}, ${otherStage}
    where (${leads}::int, ${customers}::int, ${lost}::int, ${otherStage}::int) is distinct from (
      select (leads, customers, lost, other_stage) from stage_observation
      where company_id = ${companyId} order by observed_at desc limit 1)
    on conflict do nothing`.execute(trx)
}

/**
 * Customers by stage at the end of a month: the rows of the spreadsheet as the last read before `until` found them. A row counts once, even
 * if its email address is in several rows. Undefined if the sheet was not read before.
 */
export async function customerFigures(db: Kysely<Tables>, companyId: string, until: string): Promise<CustomerFigures | undefined> {
  return db
    .selectFrom('stage_observation')
    .select(['leads', 'customers', 'lost', 'other_stage as otherStage', 'observed_at as observedAt'])
    .where('company_id', '=', companyId)
    .where('observed_at', '<', until)
    .orderBy('observed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

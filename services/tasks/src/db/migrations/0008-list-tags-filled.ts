import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { type Kysely, sql } from 'kysely'

const COMPANIES_AT_ONCE = 500

async function fill(db: Kysely<unknown>): Promise<void> {
  for (let filled = COMPANIES_AT_ONCE; filled === COMPANIES_AT_ONCE; ) {
    // The trigger writes the tag. Rows are locked in the order of their ids, as in the other migrations of this table.
    const { numAffectedRows = 0n } = await sql`
      update company_tally set list_tag = null
      where company_id in (
        select company_id from company_tally where list_tag is null order by company_id limit ${COMPANIES_AT_ONCE} for update
      )`.execute(db)
    filled = Number(numAffectedRows)
  }
}

/** Gives a tag to the lists that existed before the tag column, some companies at a time. */
export const listTagsFilled: ServiceMigration = { outsideTransaction: true, up: fill }

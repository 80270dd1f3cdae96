import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { type Kysely, sql, type Transaction } from 'kysely'

const COMPANIES_AT_ONCE = 100
/** Sorts before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Holds the tallies of the next companies: whoever changes a task of theirs waits, and what was changed before is done. */
async function hold(trx: Transaction<unknown>, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select company_id as id from company_tally where company_id > ${after} order by company_id limit ${COMPANIES_AT_ONCE}
    for update`.execute(trx)
  return rows.map(({ id }) => id)
}

/** A statement of its own, which sees all that was done before the tallies were held. */
async function count(trx: Transaction<unknown>, companyIds: readonly string[]): Promise<void> {
  await sql`
    update company_tally set pending = found.pending, roll_back = found.roll_back, approved = found.approved, posted = found.posted
    from (
      select held.id,
        count(*) filter (where status = 'Pending') as pending,
        count(*) filter (where status = 'Roll Back') as roll_back,
        count(*) filter (where status = 'Approved') as approved,
        count(*) filter (where status = 'Posted') as posted
      from unnest(${companyIds}::uuid[]) as held (id) left join task on task.company_id = held.id group by held.id
    ) as found
    where company_id = found.id`.execute(trx)
}

async function fill(db: Kysely<unknown>): Promise<void> {
  for (let after: string | undefined = FIRST; after; ) {
    after = await db.transaction().execute(async (trx) => {
      const held = await hold(trx, after ?? FIRST)
      await count(trx, held)
      return held.at(-1)
    })
  }
}

/** Counts the tasks that were there before their tally was, some companies at a time. */
export const tallyFilled: ServiceMigration = { outsideTransaction: true, up: fill }

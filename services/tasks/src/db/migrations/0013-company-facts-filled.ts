import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { type Kysely, sql } from 'kysely'

const FIRST = '00000000-0000-0000-0000-000000000000'
const COMPANIES_AT_ONCE = 100

/**
 * Computes the facts (`with_client` and `next_posting_date`) of the next companies, in the order of their ids. Returns the id of the last
 * company of this batch. If no companies are left, returns undefined.
 */
async function fillNext(db: Kysely<unknown>, postingDay: string, after: string): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    // Every transaction that changes tasks locks the company's row in `task_counts`. This statement waits for such transactions, so the
    // query below sees their changes.
    const locked = await sql<{ id: string }>`
      select company_id as id from task_counts where company_id > ${after} order by company_id limit ${COMPANIES_AT_ONCE}
        for no key update`.execute(trx)
    const ids = locked.rows.map(({ id }) => id)
    await sql`
      update task_counts set with_client = facts.with_client, next_posting_date = facts.next_posting_date
      from unnest(${ids}::uuid[]) as company (id)
      cross join lateral (
        select
          count(*) filter (where status = 'Pending' and done_task_image is not null
            and rollbacks -> -1 ->> 'doneTaskImage' is distinct from done_task_image) as with_client,
          min(${sql.raw(postingDay)}) as next_posting_date
        from task where task.company_id = company.id and status in ('Pending', 'Roll Back', 'Approved')
      ) as facts
      where task_counts.company_id = company.id
        and (task_counts.with_client, task_counts.next_posting_date) is distinct from (facts.with_client::integer, facts.next_posting_date)
    `.execute(trx)
    return ids.at(-1)
  })
}

/**
 * Computes the facts of all companies again, in batches, and changes only the rows that differ. `postingDay` is the SQL expression of the
 * date of a task.
 */
export async function fillFacts(db: Kysely<unknown>, postingDay: string): Promise<void> {
  for (let after: string | undefined = FIRST; after; ) after = await fillNext(db, postingDay, after)
}

/** SQL of the indexes with which the board sorts companies. The expressions must equal those of `company-line.repository.ts`. */
const indexes = {
  task_counts_owed: 'previews_owed, company_id',
  task_counts_with_client: 'with_client, company_id',
  task_counts_approved: 'approved, company_id',
  task_counts_next_posting: "(coalesce(next_posting_date, date '9999-12-31')), company_id",
}

/** Fills the facts of the companies that exist, in batches, and creates the indexes on the facts. */
export const companyFactsFilled: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await fillFacts(db, 'coalesce(target_posting_date, recurrence_start_date)')
    for (const [name, columns] of Object.entries(indexes)) {
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
      await sql`create index concurrently ${sql.id(name)} on task_counts (${sql.raw(columns)})`.execute(db)
    }
  },
}

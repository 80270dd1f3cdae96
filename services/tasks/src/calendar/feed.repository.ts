import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Returns the id of the company's feed. Undefined if the feed is off. */
export async function findFeedId(db: Kysely<Tables>, companyId: string): Promise<string | undefined> {
  const feed = await db.selectFrom('calendar_feed').select('id').where('company_id', '=', companyId).executeTakeFirst()
  return feed?.id
}

/** Returns the company of a feed. Undefined if the feed was replaced or turned off. */
export async function findFeedCompany(db: Kysely<Tables>, feedId: string): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('calendar_feed')
    .innerJoin('company', 'company.id', 'calendar_feed.company_id')
    .select(['company.id', 'company.name'])
    .where('calendar_feed.id', '=', feedId)
    .executeTakeFirst()
}

/** Stores a new id for the company's feed. The token of the previous id is no longer valid. */
export async function replaceFeed(db: QueryExecutorProvider, companyId: string, id: string): Promise<void> {
  await sql`
    insert into calendar_feed (company_id, id) values (${companyId}, ${id})
    on conflict (company_id) do update set id = excluded.id, created_at = excluded.created_at`.execute(db)
}

export async function deleteFeed(db: QueryExecutorProvider, companyId: string): Promise<void> {
  await sql`delete from calendar_feed where company_id = ${companyId}`.execute(db)
}

import type { WebErrorCounts } from '@app/contracts/http/web-errors.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

export async function addWebError(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into web_error_hour (hour, count) values (date_trunc('hour', now()), 1)
    on conflict (hour) do update set count = web_error_hour.count + 1`.execute(db)
}

/** Sums the reports of the last 24 hours and of the last 7 days. Reports are counted per hour, so both periods contain whole hours. */
export async function sumWebErrors(db: Kysely<Tables>): Promise<WebErrorCounts> {
  const { rows } = await sql<WebErrorCounts>`
    select coalesce(sum(count) filter (where hour > now() - interval '24 hours'), 0)::integer as "lastDay",
      coalesce(sum(count), 0)::integer as "lastWeek", max(hour) as "latestAt"
    from web_error_hour where hour > now() - interval '7 days'`.execute(db)
  return rows[0] ?? { lastDay: 0, lastWeek: 0, latestAt: null }
}

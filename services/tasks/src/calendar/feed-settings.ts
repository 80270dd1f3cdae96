import { ownCompany } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { sql } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import type { TasksDeps } from '../deps.ts'

/** Returns the URL of the feed of the owner's company. Null if the feed is off. */
export async function getCalendarFeed(deps: TasksDeps, owner: Reader, companyId: string): Promise<{ url: string | null }> {
  const { id } = await ownCompany(deps, owner, companyId)
  const feed = await deps.db.selectFrom('calendar_feed').select('id').where('company_id', '=', id).executeTakeFirst()
  return { url: feed ? `${deps.origin}/calendar/${deps.reviewKeys.feedTokenOf(feed.id)}.ics` : null }
}

/** Turns the feed on. If the feed is on already, replaces its URL. */
export async function renewCalendarFeed(
  deps: TasksDeps,
  owner: Reader,
  companyId: string,
  idempotency: IdempotentRequest,
): Promise<{ isOn: boolean }> {
  const { id } = await ownCompany(deps, owner, companyId)
  return inTransaction(deps.db, async (trx) => {
    await sql`
      insert into calendar_feed (company_id, id) values (${id}, ${uuidv4()})
      on conflict (company_id) do update set id = excluded.id, created_at = excluded.created_at`.execute(trx)
    return idempotency.storeResponse(trx, { isOn: true })
  })
}

/** Turns the feed off. If the feed is off already, nothing changes. */
export async function endCalendarFeed(
  deps: TasksDeps,
  owner: Reader,
  companyId: string,
  idempotency: IdempotentRequest,
): Promise<{ isOn: boolean }> {
  const { id } = await ownCompany(deps, owner, companyId)
  return inTransaction(deps.db, async (trx) => {
    await trx.deleteFrom('calendar_feed').where('company_id', '=', id).execute()
    return idempotency.storeResponse(trx, { isOn: false })
  })
}

import { ownCompany } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { v4 as uuidv4 } from 'uuid'
import type { TasksDeps } from '../deps.ts'
import { deleteFeed, findFeedId, replaceFeed } from './feed.repository.ts'

/** Returns the URL of the feed of the owner's company. Null if the feed is off. */
export async function getCalendarFeed(deps: TasksDeps, owner: Reader, companyId: string): Promise<{ url: string | null }> {
  const { id } = await ownCompany(deps, owner, companyId)
  const feedId = await findFeedId(deps.db, id)
  return { url: feedId === undefined ? null : `${deps.origin}/calendar/${deps.reviewKeys.feedTokenOf(feedId)}.ics` }
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
    await replaceFeed(trx, id, uuidv4())
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
    await deleteFeed(trx, id)
    return idempotency.storeResponse(trx, { isOn: false })
  })
}

import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import { addDays, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { dispatchesOf } from '../dispatches/dispatch.repository.ts'
import { countsOf } from '../sending/counts.ts'
import { listSuspensions, suspensionOf } from '../suspensions/suspension.repository.ts'
import { findCampaign, stepsOf } from './campaign.repository.ts'
import { campaignNotFound, toCampaign } from './campaign.ts'

/** The response contains dispatches up to this many days ahead. */
const AHEAD_DAYS = 366

const ZERO_COUNTS = {
  queued: 0,
  accepted: 0,
  failed: 0,
  suppressed: 0,
  unknown: 0,
  maybeTwice: 0,
  bounced: 0,
  complained: 0,
  unsubscribed: 0,
}

type DetailDeps = Pick<CampaignsDeps, 'store' | 'now' | 'timeZone'>

/** Returns a campaign with its dispatches. With an `ownerId`, throws a 404 for campaigns of other owners. */
export async function readDetail(deps: DetailDeps, db: Kysely<Tables>, id: string, ownerId?: string): Promise<CampaignDetail> {
  const row = await findCampaign(db, id, ownerId)
  if (!row) throw campaignNotFound()
  const { store, now, timeZone } = deps
  const steps = await stepsOf(db, [id])
  const dispatches = await dispatchesOf(db, id, addDays(todayIn(timeZone, now()), AHEAD_DAYS))
  const uncounted = dispatches.flatMap(({ _id, counts, audience }) => (audience !== null && counts === null ? _id : []))
  const counts = await countsOf(db, uncounted)
  return {
    ...toCampaign(store, row, steps),
    companyName: row.companyName,
    dispatches: dispatches.map((dispatch) => ({ ...dispatch, counts: dispatch.counts ?? counts.get(dispatch._id) ?? ZERO_COUNTS })),
    suspension: suspensionOf(await listSuspensions(db), row),
  }
}

import { AppError } from '@app/chassis/errors.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import type { Once } from '@app/chassis/idempotency/once.ts'
import type { Transaction } from 'kysely'
import type { CampaignRow } from '../campaigns/campaign.repository.ts'
import { type Changed, changeCampaign } from '../campaigns/change-campaign.ts'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { campaignOf, lockDispatch, type WorkingDispatch } from './dispatch.repository.ts'

export const dispatchNotFound = (): AppError => new AppError('dispatch-not-found', 'not-found', 'Sending not found')

export type Act = (trx: Transaction<Tables>, dispatch: WorkingDispatch, campaign: CampaignRow) => Promise<string>

/** Lets an owner do something about one sending of its own. */
export async function actOnDispatch(deps: CampaignsDeps, owner: Caller, id: string, once: Once, act: Act): Promise<Changed> {
  const campaignId = await campaignOf(deps.db, id, owner.id)
  if (!campaignId) throw dispatchNotFound()
  return changeCampaign(deps, { ownerId: owner.id, campaignId, once }, async (trx, campaign) => {
    const dispatch = await lockDispatch(trx, id)
    if (!dispatch) throw dispatchNotFound()
    return act(trx, dispatch, campaign)
  })
}

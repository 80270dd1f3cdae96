import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { Transaction } from 'kysely'
import type { CampaignRow } from '../campaigns/campaign.repository.ts'
import { type Changed, changeCampaign } from '../campaigns/change-campaign.ts'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { campaignOf, lockDispatch, type WorkingDispatch } from './dispatch.repository.ts'

export const dispatchNotFound = (): AppError => new AppError('dispatch-not-found', 'not-found', 'Email not found')

export type DispatchAction = (trx: Transaction<Tables>, dispatch: WorkingDispatch, campaign: CampaignRow) => Promise<string>

/** Locks an owner's dispatch and its campaign, and runs an action. The action returns a message for the owner. */
export async function actOnDispatch(
  deps: CampaignsDeps,
  ownerId: string,
  id: string,
  idempotency: IdempotentRequest,
  act: DispatchAction,
): Promise<Changed> {
  const campaignId = await campaignOf(deps.db, id, ownerId)
  if (!campaignId) throw dispatchNotFound()
  return changeCampaign(deps, { ownerId, campaignId, idempotency }, async (trx, campaign) => {
    const dispatch = await lockDispatch(trx, id)
    if (!dispatch) throw dispatchNotFound()
    return act(trx, dispatch, campaign)
  })
}

import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { CampaignsDeps } from '../deps.ts'
import { cancelDispatches } from '../dispatches/cancel-dispatches.ts'
import { setCampaignState } from './campaign.repository.ts'
import { type Changed, changeCampaign, requireOpen } from './change-campaign.ts'

/** Cancels a campaign permanently. The campaign's emails in progress are aborted, as in `pauseCampaign`. */
export const cancelCampaign = (deps: CampaignsDeps, owner: Caller, campaignId: string, idempotency: IdempotentRequest): Promise<Changed> =>
  changeCampaign(deps, { ownerId: owner.id, campaignId, idempotency }, async (trx, campaign) => {
    if (campaign.state !== 'cancelled') requireOpen(campaign)
    await setCampaignState(trx, campaignId, 'cancelled')
    await cancelDispatches(trx, campaignId)
    return 'Campaign canceled'
  })

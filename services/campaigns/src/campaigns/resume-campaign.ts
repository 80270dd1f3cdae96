import type { Caller } from '@app/chassis/http/auth.ts'
import type { Once } from '@app/chassis/idempotency/once.ts'
import type { CampaignsDeps } from '../deps.ts'
import { resumeDispatches } from '../dispatches/resume-dispatches.ts'
import { setCampaignState } from './campaign.repository.ts'
import { type Changed, changeCampaign, requireOpen } from './change-campaign.ts'

/** It goes on where it was; what was to go out on days that are over is missed. */
export const resumeCampaign = (deps: CampaignsDeps, owner: Caller, campaignId: string, once: Once): Promise<Changed> =>
  changeCampaign(deps, { ownerId: owner.id, campaignId, once }, async (trx, campaign) => {
    if (campaign.state !== 'paused') requireOpen(campaign)
    await setCampaignState(trx, campaignId, 'active')
    await resumeDispatches(trx, campaignId, deps)
    return 'Campaign resumed'
  })

import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { CampaignsDeps } from '../deps.ts'
import { pauseDispatches } from '../dispatches/pause-dispatches.ts'
import { setCampaignState } from './campaign.repository.ts'
import { type Changed, changeCampaign, requireOpen } from './change-campaign.ts'

/**
 * Pauses a campaign. The background job that sends emails (`sending/sender.ts`) aborts the campaign's emails in progress. The job does not
 * abort an email after sending the final dot of SMTP, because the mail relay may already have accepted the email.
 */
export const pauseCampaign = (deps: CampaignsDeps, owner: Caller, campaignId: string, idempotency: IdempotentRequest): Promise<Changed> =>
  changeCampaign(deps, { ownerId: owner.id, campaignId, idempotency }, async (trx, campaign) => {
    requireOpen(campaign)
    await setCampaignState(trx, campaignId, 'paused')
    await pauseDispatches(trx, campaignId)
    return 'Campaign paused'
  })

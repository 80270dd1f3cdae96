import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { DispatchState } from '@app/contracts/http/dispatches.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { openStates, stopMails } from '../dispatches/dispatch.repository.ts'
import { setCampaignState } from './campaign.repository.ts'
import { type Changed, changeCampaign, requireOpen } from './change-campaign.ts'

/** Sets a locked campaign to `state`, and its dispatches that are in one of the states `from`. Stops their emails. */
async function stop(
  trx: Transaction<Tables>,
  campaignId: string,
  { from, state }: { from: readonly DispatchState[]; state: 'paused' | 'cancelled' },
): Promise<void> {
  await setCampaignState(trx, campaignId, state)
  const stopped = await trx
    .updateTable('dispatch')
    .set({ state, due_at: null, version: sql<number>`version + 1` })
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', from)
    .returning(['id', 'started_at'])
    .execute()
  for (const { id, started_at } of stopped) if (started_at) await stopMails(trx, id)
}

/**
 * Pauses a campaign. The background job that sends emails (`sending/sender.ts`) aborts the campaign's emails in progress. The job does not
 * abort an email after sending the final dot of SMTP, because the mail relay may already have accepted the email.
 */
export const pauseCampaign = (deps: CampaignsDeps, owner: Caller, campaignId: string, idempotency: IdempotentRequest): Promise<Changed> =>
  changeCampaign(deps, { ownerId: owner.id, campaignId, idempotency }, async (trx, campaign) => {
    requireOpen(campaign)
    await stop(trx, campaignId, { from: ['scheduled', 'gathering', 'waiting', 'sending'], state: 'paused' })
    return 'Campaign paused'
  })

/** Cancels a campaign permanently. The campaign's emails in progress are aborted, as in `pauseCampaign`. */
export const cancelCampaign = (deps: CampaignsDeps, owner: Caller, campaignId: string, idempotency: IdempotentRequest): Promise<Changed> =>
  changeCampaign(deps, { ownerId: owner.id, campaignId, idempotency }, async (trx, campaign) => {
    if (campaign.state !== 'cancelled') requireOpen(campaign)
    await stop(trx, campaignId, { from: openStates, state: 'cancelled' })
    return 'Campaign canceled'
  })

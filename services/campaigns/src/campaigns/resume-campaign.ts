import type { Owner } from '@app/chassis/companies/own-company.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { changeDispatch, dropAudience, lockInState } from '../dispatches/dispatch.repository.ts'
import { isOver, isTooLate, STOPPED_TOO_LONG } from '../dispatches/window.ts'
import { requireStepsSendable } from '../preflight/require-sendable.ts'
import { findCampaign, setCampaignState } from './campaign.repository.ts'
import { campaignNotFound } from './campaign.ts'
import { type Changed, changeCampaign, requireOpen } from './change-campaign.ts'

/** Throws a 422 if a resumed dispatch would be put on hold because of its email. Started dispatches are not checked. */
async function requireSendableRest(deps: CampaignsDeps, owner: Owner, campaignId: string): Promise<void> {
  const campaign = await findCampaign(deps.db, campaignId, owner.id)
  if (!campaign) throw campaignNotFound()
  const paused = await deps.db
    .selectFrom('dispatch')
    .select(['step_id', 'sends_at'])
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'paused')
    .where('started_at', 'is', null)
    .execute()
  const toSend = paused.filter(({ sends_at }) => !isOver(sends_at, deps.now()))
  const stepIds = new Set(toSend.map(({ step_id }) => step_id))
  await requireStepsSendable(deps, owner, campaign, [...stepIds])
}

/**
 * Resumes the paused dispatches of a locked campaign. A dispatch that is too late (`isTooLate`) becomes `missed`. No event is published for
 * it, so that the owner who resumes the campaign gets no email about the missed dispatch.
 */
async function resumeDispatches(
  trx: Transaction<Tables>,
  campaignId: string,
  clock: Pick<CampaignsDeps, 'now' | 'timeZone'>,
): Promise<void> {
  for (const dispatch of await lockInState(trx, campaignId, 'paused')) {
    const { id, startedAt, audienceRequestedAt, sendsAt } = dispatch
    if (isTooLate(dispatch, clock)) {
      await dropAudience(trx, dispatch)
      await changeDispatch(trx, id, { state: 'missed', ...STOPPED_TOO_LONG })
    } else if (startedAt) await changeDispatch(trx, id, { state: 'sending' })
    else
      await changeDispatch(trx, id, { state: audienceRequestedAt ? 'gathering' : 'scheduled', due_at: sendsAt, code: null, reason: null })
  }
}

/** Resumes an owner's paused campaign. Dispatches that are too late (`isTooLate`) become `missed`. */
export async function resumeCampaign(
  deps: CampaignsDeps,
  owner: Owner,
  campaignId: string,
  idempotency: IdempotentRequest,
): Promise<Changed> {
  await requireSendableRest(deps, owner, campaignId)
  return changeCampaign(deps, { ownerId: owner.id, campaignId, idempotency }, async (trx, campaign) => {
    if (campaign.state !== 'paused') requireOpen(campaign)
    await setCampaignState(trx, campaignId, 'active')
    await resumeDispatches(trx, campaignId, deps)
    return 'Campaign resumed'
  })
}

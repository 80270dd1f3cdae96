import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { Transaction } from 'kysely'
import type { CampaignRow } from '../campaigns/campaign.repository.ts'
import { type Changed, changeCampaign, conflict, requireActive } from '../campaigns/change-campaign.ts'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { requeueFailed } from '../sending/requeue.ts'
import { campaignOf, changeDispatch, lockDispatch, type WorkingDispatch } from './dispatch.repository.ts'

export const dispatchNotFound = (): AppError => new AppError('dispatch-not-found', 'not-found', 'Email not found')

type DispatchAction = (trx: Transaction<Tables>, dispatch: WorkingDispatch, campaign: CampaignRow) => Promise<string>

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

/** Sends a finished dispatch again to the recipients whose email failed for a reason other than their address. */
export const sendToMissed: DispatchAction = async (trx, dispatch, campaign) => {
  requireActive(campaign)
  const count = dispatch.state === 'done' ? await requeueFailed(trx, dispatch.id) : 0
  if (count === 0) throw conflict('nobody-missed', 'There are no failed emails to send again.')
  await changeDispatch(trx, dispatch.id, { state: 'sending', counts: null, finished_at: null })
  return count === 1 ? 'We’re sending this email to one person again' : `We’re sending this email to ${formatNumber(count)} people again`
}

const underWay: readonly string[] = ['sending', 'done', 'cancelled']

export const skipDispatch: DispatchAction = async (trx, { id, state }) => {
  if (underWay.includes(state)) throw conflict('dispatch-under-way', 'You can skip an email only before we start sending it.')
  await changeDispatch(trx, id, { state: 'cancelled', due_at: null })
  return 'Email skipped'
}

import type { Owner } from '@app/chassis/companies/own-company.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { findCampaign } from '../campaigns/campaign.repository.ts'
import { type Changed, conflict, requireActive } from '../campaigns/change-campaign.ts'
import type { CampaignsDeps } from '../deps.ts'
import { requireStepsSendable } from '../preflight/require-steps-sendable.ts'
import { requeueRefused } from '../sending/requeue.ts'
import { listSuspensions, suspensionOf } from '../suspensions/suspension.repository.ts'
import { actOnDispatch, dispatchNotFound } from './act-on-dispatch.ts'
import { changeDispatch, dropAudience, findDispatchOf } from './dispatch.repository.ts'

const stoppedStates: readonly string[] = ['missed', 'held']

/** Throws a 422 when the mail of a sending is still to be made and would be held again. */
async function requireSendableDispatch(deps: CampaignsDeps, owner: Owner, dispatchId: string): Promise<void> {
  const dispatch = await findDispatchOf(deps.db, dispatchId, owner.id)
  const campaign = dispatch && (await findCampaign(deps.db, dispatch.campaignId, owner.id))
  if (!campaign) throw dispatchNotFound()
  if (campaign.state !== 'active' || !stoppedStates.includes(dispatch.state) || dispatch.startedAt) return
  await requireStepsSendable(deps, owner, campaign, [dispatch.stepId])
}

/**
 * Sends what was missed or is held from now on. A sending that had begun goes on. Any other begins anew: its mail is made and its
 * recipients are read as if this were its time.
 */
export async function sendNow(deps: CampaignsDeps, owner: Owner, id: string, idempotency: IdempotentRequest): Promise<Changed> {
  await requireSendableDispatch(deps, owner, id)
  const now = deps.now().toISOString()
  return actOnDispatch(deps, owner.id, id, idempotency, async (trx, dispatch, campaign) => {
    requireActive(campaign)
    if (!stoppedStates.includes(dispatch.state)) throw conflict('dispatch-not-stopped', 'Only what was missed or is held can be sent now.')
    const cleared = { sends_at: now, code: null, reason: null, late_reported: false }
    if (dispatch.startedAt) {
      await requeueRefused(trx, dispatch.id)
      await changeDispatch(trx, dispatch.id, { ...cleared, state: 'sending' })
    } else {
      await dropAudience(trx, dispatch)
      await changeDispatch(trx, dispatch.id, { ...cleared, state: 'scheduled', due_at: now, mail: null, image: null })
    }
    const suspension = suspensionOf(await listSuspensions(trx), campaign)
    return suspension ? 'It will be sent as soon as our team allows sending again' : 'It is being sent now'
  })
}

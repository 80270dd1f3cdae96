import type { Owner } from '@app/chassis/companies/own-company.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { findCampaign } from '../campaigns/campaign.repository.ts'
import { type Changed, conflict, requireActive } from '../campaigns/change-campaign.ts'
import type { CampaignsDeps } from '../deps.ts'
import { requireStepsSendable } from '../preflight/require-sendable.ts'
import { requeueRefused } from '../sending/requeue.ts'
import { listSuspensions, suspensionOf } from '../suspensions/suspension.repository.ts'
import { actOnDispatch, dispatchNotFound } from './act-on-dispatch.ts'
import { changeDispatch, dropAudience, findDispatchOf } from './dispatch.repository.ts'

const stoppedStates: readonly string[] = ['missed', 'held']

/** Throws a 422 if the dispatch would be put on hold because of its email. A started dispatch is not checked. */
async function requireSendableDispatch(deps: CampaignsDeps, owner: Owner, dispatchId: string): Promise<void> {
  const dispatch = await findDispatchOf(deps.db, dispatchId, owner.id)
  const campaign = dispatch && (await findCampaign(deps.db, dispatch.campaignId, owner.id))
  if (!campaign) throw dispatchNotFound()
  if (campaign.state !== 'active' || !stoppedStates.includes(dispatch.state) || dispatch.startedAt) return
  await requireStepsSendable(deps, owner, campaign, [dispatch.stepId])
}

/** Continues a missed or held dispatch. If sending had not started, the email is compiled again and the recipients are read again. */
export async function sendNow(deps: CampaignsDeps, owner: Owner, id: string, idempotency: IdempotentRequest): Promise<Changed> {
  await requireSendableDispatch(deps, owner, id)
  const now = deps.now().toISOString()
  return actOnDispatch(deps, owner.id, id, idempotency, async (trx, dispatch, campaign) => {
    requireActive(campaign)
    if (!stoppedStates.includes(dispatch.state))
      throw conflict('dispatch-not-stopped', 'Send now is available only for emails that were missed or are on hold.')
    const cleared = { sends_at: now, code: null, reason: null, late_reported: false }
    if (dispatch.startedAt) {
      await requeueRefused(trx, dispatch.id)
      await changeDispatch(trx, dispatch.id, { ...cleared, state: 'sending' })
    } else {
      await dropAudience(trx, dispatch)
      await changeDispatch(trx, dispatch.id, { ...cleared, state: 'scheduled', due_at: now, mail: null, links: null, image: null })
    }
    const suspension = suspensionOf(await listSuspensions(trx), campaign)
    return suspension ? 'We’ll send this email as soon as our team allows sending again' : 'We’re sending this email now'
  })
}

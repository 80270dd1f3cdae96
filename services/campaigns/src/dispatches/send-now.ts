import { conflict, requireActive } from '../campaigns/change-campaign.ts'
import type { CampaignsDeps } from '../deps.ts'
import { retryRefused } from '../sending/try-again.ts'
import type { Act } from './act-on-dispatch.ts'
import { changeDispatch, dropAudience } from './dispatch.repository.ts'

/**
 * What was missed or is held is sent from now on: it goes on where it was begun, otherwise its words are made and its people read
 * anew, as if this were its time.
 */
export const sendNow =
  ({ now }: Pick<CampaignsDeps, 'now'>): Act =>
  async (trx, dispatch, campaign) => {
    requireActive(campaign)
    if (dispatch.state !== 'missed' && dispatch.state !== 'held')
      throw conflict('dispatch-not-stopped', 'Only what was missed or is held can be sent now.')
    const cleared = { sends_at: now().toISOString(), code: null, reason: null, told_late: false }
    if (dispatch.startedAt) {
      await retryRefused(trx, dispatch.id)
      await changeDispatch(trx, dispatch.id, { ...cleared, state: 'sending' })
    } else {
      await dropAudience(trx, dispatch)
      await changeDispatch(trx, dispatch.id, { ...cleared, state: 'scheduled', due_at: now().toISOString(), mail: null, image: null })
    }
    return 'It is being sent now'
  }

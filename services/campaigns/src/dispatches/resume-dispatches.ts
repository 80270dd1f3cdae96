import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { changeDispatch, dropAudience, lockPaused } from './dispatch.repository.ts'
import { isTooLate, STOPPED_TOO_LONG } from './window.ts'

/**
 * Resumes the paused dispatches of a locked campaign. A dispatch that is too late (`isTooLate`) becomes `missed`. No event is published for
 * it, so that the owner who resumes the campaign gets no email about the missed dispatch.
 */
export async function resumeDispatches(
  trx: Transaction<Tables>,
  campaignId: string,
  clock: Pick<CampaignsDeps, 'now' | 'timeZone'>,
): Promise<void> {
  for (const dispatch of await lockPaused(trx, campaignId)) {
    const { id, startedAt, audienceRequestedAt, sendsAt } = dispatch
    if (isTooLate(dispatch, clock)) {
      await dropAudience(trx, dispatch)
      await changeDispatch(trx, id, { state: 'missed', ...STOPPED_TOO_LONG })
    } else if (startedAt) await changeDispatch(trx, id, { state: 'sending' })
    else
      await changeDispatch(trx, id, { state: audienceRequestedAt ? 'gathering' : 'scheduled', due_at: sendsAt, code: null, reason: null })
  }
}

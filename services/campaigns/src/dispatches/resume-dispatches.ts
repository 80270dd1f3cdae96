import { todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { changeDispatch, dropAudience, lockPaused, type WorkingDispatch } from './dispatch.repository.ts'
import { isOver } from './window.ts'

type Clock = Pick<CampaignsDeps, 'now' | 'timeZone'>

const PAUSED_TOO_LONG = { code: 'paused', reason: 'It was stopped until its day was over.' }

/** Whether a sending would go out late: one that has begun may go on for the rest of its day. */
const isTooLate = ({ startedAt, sendsAt }: WorkingDispatch, { now, timeZone }: Clock): boolean =>
  startedAt ? todayIn(timeZone, new Date(sendsAt)) < todayIn(timeZone, now()) : isOver(sendsAt, now())

/** Has what was paused of a campaign that is held go on, each from where it was. */
export async function resumeDispatches(trx: Transaction<Tables>, campaignId: string, clock: Clock): Promise<void> {
  for (const dispatch of await lockPaused(trx, campaignId)) {
    const { id, startedAt, askedAt, sendsAt } = dispatch
    if (isTooLate(dispatch, clock)) {
      await dropAudience(trx, dispatch)
      await changeDispatch(trx, id, { state: 'missed', ...PAUSED_TOO_LONG })
    } else if (startedAt) await changeDispatch(trx, id, { state: 'sending' })
    else await changeDispatch(trx, id, { state: askedAt ? 'gathering' : 'scheduled', due_at: sendsAt, code: null, reason: null })
  }
}

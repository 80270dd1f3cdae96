import { todayIn } from '@app/contracts/rules/business-dates.ts'
import type { CampaignsDeps } from '../deps.ts'
import type { WorkingDispatch } from './dispatch.repository.ts'
import { isOver } from './window.ts'

export const STOPPED_TOO_LONG = { code: 'stopped', reason: 'It was stopped until its day was over.' }

/** Whether a sending would go out late: one that has begun may go on for the rest of its day. */
export const isTooLate = ({ startedAt, sendsAt }: WorkingDispatch, { now, timeZone }: Pick<CampaignsDeps, 'now' | 'timeZone'>): boolean =>
  startedAt ? todayIn(timeZone, new Date(sendsAt)) < todayIn(timeZone, now()) : isOver(sendsAt, now())

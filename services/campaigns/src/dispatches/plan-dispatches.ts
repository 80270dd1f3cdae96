import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { occurrencesOf } from '@app/contracts/rules/campaigns.ts'
import { instantOf } from '@app/contracts/rules/wall-clock.ts'
import type { Insertable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { SendTime } from '../deps.ts'

/** Returns when sending starts on a date. The local time is the same in winter and summer. */
export const sendsAt = (date: CalendarDate, { sendTime, timeZone }: SendTime): string => instantOf(date, sendTime, timeZone).toISOString()

type Step = Pick<Insertable<Tables['step']>, 'id' | 'date'>
type Campaign = Pick<Insertable<Tables['campaign']>, 'id' | 'company_id' | 'start_date' | 'end_date'>

export function planDispatches(campaign: Campaign, steps: readonly Step[], time: SendTime): Insertable<Tables['dispatch']>[] {
  const { id: campaign_id, company_id, start_date, end_date } = campaign
  const weekly = start_date && end_date ? occurrencesOf(start_date, end_date) : []
  return steps.flatMap((step) =>
    (step.date ? [step.date] : weekly).map((date) => {
      const sends_at = sendsAt(date, time)
      return { id: uuidv7(), campaign_id, step_id: step.id, company_id, date, sends_at, due_at: sends_at }
    }),
  )
}

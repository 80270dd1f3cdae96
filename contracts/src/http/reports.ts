import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, nullableInteger, oneOf } from '../primitives.ts'

const Count = Type.Integer({ minimum: 0 })

export const REPORT_DAYS_MAX = 92

/**
 * Numbers of bounces, unsubscribes and complaints of a campaign over a period. The period starts with the first dispatch of the campaign.
 * The period ends with the last dispatch, or with the last bounce, unsubscribe or complaint if this is later. If the period is shorter than
 * two days, there is one slot per hour. Otherwise, there is one slot per day. `opened` and `clicked` are totals of all emails whose
 * recipients are still stored.
 */
export const CameBack = Type.Object({
  by: oneOf(['hour', 'day']),
  slots: Type.Array(
    Type.Object({
      at: Type.String({ description: 'start of the hour, ISO 8601 in UTC; or the day, YYYY-MM-DD' }),
      bounced: Count,
      unsubscribed: Count,
      complained: Count,
    }),
    { description: 'all hours or days, including those with zero counts', maxItems: REPORT_DAYS_MAX },
  ),
  opened: Type.Unsafe<number | null>({ ...nullableInteger, description: 'emails that people opened, an estimate; null: not counted' }),
  clicked: Type.Unsafe<number | null>({ ...nullableInteger, description: 'emails in which people clicked a link; null: not counted' }),
})
export type CameBack = Type.Static<typeof CameBack>

export const getCameBack = defineRoute({
  id: 'getCameBack',
  method: 'GET',
  url: '/campaign/:id/came-back',
  access: 'signed-in',
  summary: `Returns bounces, unsubscribes and complaints of a campaign over time: by hour for less than two days, otherwise by day, for at most the last ${REPORT_DAYS_MAX} days; and how many of its emails people opened and clicked`,
  schema: { params: Type.Object({ id: Id }), response: { 200: CameBack } },
})

import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, oneOf } from '../primitives.ts'

const Count = Type.Integer({ minimum: 0 })

/** So many days at most, the last ones. */
export const REPORT_DAYS_MAX = 92

/** What came back of a campaign's mails over time, from its first sending to the last that is known of it: by hour within two days. */
export const CameBack = Type.Object({
  by: oneOf(['hour', 'day']),
  slots: Type.Array(
    Type.Object({
      at: Type.String({ description: 'of an hour its beginning, ISO 8601 in UTC; of a day YYYY-MM-DD' }),
      bounced: Count,
      unsubscribed: Count,
      complained: Count,
    }),
    { description: 'all of them, also those in which nothing came', maxItems: REPORT_DAYS_MAX },
  ),
})
export type CameBack = Type.Static<typeof CameBack>

export const getCameBack = defineRoute({
  id: 'getCameBack',
  service: 'campaigns',
  method: 'GET',
  url: '/campaign/:id/came-back',
  access: 'signed-in',
  summary: `When mails of a campaign bounced, and when people unsubscribed or complained: by hour, by day after two days, the last ${REPORT_DAYS_MAX} days at most`,
  schema: { params: Type.Object({ id: Id }), response: { 200: CameBack } },
})

import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, nullableObject, nullableText, oneOf, pageQuery, strictObject } from '../primitives.ts'
import { AudienceSkipped } from './audience.ts'

const NullableInstant = nullableText('ISO 8601 in UTC')
const Count = Type.Integer({ minimum: 0 })

/**
 * The usual order is `scheduled`, `gathering` (the audience is read), `sending`, `done`. Other states: `waiting` (retried, because the
 * spreadsheet or an image is unavailable), `held` (the problem in `reason` must be fixed first), `paused`, `missed` (the date has passed),
 * `cancelled`.
 */
export const dispatchStates = ['scheduled', 'gathering', 'sending', 'done', 'waiting', 'held', 'paused', 'missed', 'cancelled'] as const
export type DispatchState = (typeof dispatchStates)[number]

/**
 * `unknown`: the mail relay's response was lost, so it is not known whether the email was sent. A second attempt, a bounce, a complaint or
 * an unsubscribe ends this state.
 */
export const deliveryStates = ['queued', 'accepted', 'failed', 'suppressed', 'unknown'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const Dispatch = Type.Object({
  _id: Id,
  stepId: Id,
  date: Type.String({ description: 'YYYY-MM-DD' }),
  sendsAt: Instant,
  state: oneOf(dispatchStates),
  code: nullableText('machine-readable reason'),
  reason: nullableText('reason as text, if it is waiting, held or missed'),
  asOf: nullableText('time when the spreadsheet was read; ISO 8601 in UTC'),
  audience: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'number of email addresses; null until they were read' }),
  skipped: nullableObject(AudienceSkipped),
  counts: Type.Object({
    queued: Count,
    accepted: Count,
    failed: Count,
    suppressed: Count,
    unknown: Count,
    maybeTwice: Count,
    bounced: Count,
    complained: Count,
    unsubscribed: Count,
  }),
  startedAt: NullableInstant,
  finishedAt: NullableInstant,
})
export type Dispatch = Type.Static<typeof Dispatch>

export const PEOPLE_PAGE_MAX = 200

const DispatchParams = Type.Object({ id: Id })

export const Recipient = Type.Object({
  _id: Id,
  email: Type.String(),
  name: Type.String(),
  state: oneOf(deliveryStates),
  code: nullableText('status code of the mail relay, or the reason why it was not sent'),
  reason: nullableText('the reason as text for the owner'),
  maybeTwice: Type.Boolean({ description: 'the email was sent again although the first attempt may have arrived' }),
  attempts: Type.Integer(),
  settledAt: NullableInstant,
  bouncedAt: NullableInstant,
  complainedAt: NullableInstant,
  unsubscribedAt: NullableInstant,
})
export type Recipient = Type.Static<typeof Recipient>

export const recipientFilters = [...deliveryStates, 'maybe-twice', 'bounced', 'complained', 'unsubscribed'] as const

export const listRecipients = defineRoute({
  id: 'listRecipients',
  method: 'GET',
  url: '/campaign/dispatches/:id/people',
  access: 'signed-in',
  summary: 'Lists the recipients of a dispatch, in the order in which they were read',
  schema: {
    params: DispatchParams,
    querystring: Type.Object({
      only: Type.Optional(oneOf(recipientFilters)),
      search: Type.Optional(Type.String({ maxLength: 200, description: 'part of an email address' })),
      ...pageQuery(PEOPLE_PAGE_MAX).properties,
    }),
    response: { 200: Type.Array(Recipient) },
  },
})

export const downloadRecipients = defineRoute({
  id: 'downloadRecipients',
  method: 'GET',
  url: '/campaign/dispatches/:id/people.csv',
  access: 'signed-in',
  answers: 'text/csv',
  summary: 'Returns all recipients of a dispatch as CSV (RFC 4180). Cells that look like formulas are escaped',
  schema: { params: DispatchParams, response: { 200: Type.String() } },
})

export const resolveUnknown = defineRoute({
  id: 'resolveUnknown',
  method: 'POST',
  url: '/campaign/dispatches/:id/people/:personId/resolve',
  access: 'owner',
  idempotent: true,
  summary: 'Resolves an unknown delivery: marks the email as delivered, or sends it again. 409 if the state is not unknown',
  schema: {
    params: Type.Object({ id: Id, personId: Id }),
    body: strictObject({ as: oneOf(['delivered', 'send-again']) }),
    response: { 200: Recipient },
  },
})

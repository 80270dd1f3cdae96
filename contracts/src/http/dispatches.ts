import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, nullableObject, nullableText, oneOf, pageQuery } from '../primitives.ts'
import { AudienceSkipped } from './audience.ts'

const NullableInstant = nullableText('ISO 8601 in UTC')
const Count = Type.Integer({ minimum: 0 })

/**
 * One sending of a step. `scheduled` → `gathering` (its people are read) → `sending` → `done`. Aside: `waiting` (the sheet, or an image, is
 * away; tried again), `held` (something must be mended first, `reason`), `paused`, `missed` (its day is over), `cancelled`.
 */
export const dispatchStates = ['scheduled', 'gathering', 'sending', 'done', 'waiting', 'held', 'paused', 'missed', 'cancelled'] as const
export type DispatchState = (typeof dispatchStates)[number]

/** What became of the mail to one person. `unknown`: it left, and no answer came; it is settled by later evidence, or sent once more. */
export const deliveryStates = ['queued', 'accepted', 'failed', 'suppressed', 'unknown'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const Dispatch = Type.Object({
  _id: Id,
  stepId: Id,
  date: Type.String({ description: 'YYYY-MM-DD' }),
  sendsAt: Instant,
  state: oneOf(dispatchStates),
  code: nullableText('of the reason, for programs'),
  reason: nullableText('a sentence, where it waits, is held or missed'),
  asOf: nullableText('when the spreadsheet was read; ISO 8601 in UTC'),
  audience: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'addresses; null until they were read' }),
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

/** One person of a sending. */
export const Recipient = Type.Object({
  _id: Id,
  email: Type.String(),
  name: Type.String(),
  state: oneOf(deliveryStates),
  code: nullableText('what the relay said, in codes, or why it was not sent'),
  reason: nullableText('the same, in words for the owner'),
  maybeTwice: Type.Boolean({ description: 'nobody knows whether the first try had arrived' }),
  attempts: Type.Integer(),
  settledAt: NullableInstant,
  bouncedAt: NullableInstant,
  complainedAt: NullableInstant,
  unsubscribedAt: NullableInstant,
})
export type Recipient = Type.Static<typeof Recipient>

/** What people are looked for by: their state, or what came after it. */
export const recipientFilters = [...deliveryStates, 'maybe-twice', 'bounced', 'complained', 'unsubscribed'] as const

export const listRecipients = defineRoute({
  id: 'listRecipients',
  service: 'campaigns',
  method: 'GET',
  url: '/campaign/dispatches/:id/people',
  access: 'signed-in',
  summary: 'People of a sending, in the order they were read',
  schema: {
    params: DispatchParams,
    querystring: Type.Object({
      only: Type.Optional(oneOf(recipientFilters)),
      search: Type.Optional(Type.String({ maxLength: 200, description: 'part of an address' })),
      ...pageQuery(PEOPLE_PAGE_MAX).properties,
    }),
    response: { 200: Type.Array(Recipient) },
  },
})

export const downloadRecipients = defineRoute({
  id: 'downloadRecipients',
  service: 'campaigns',
  method: 'GET',
  url: '/campaign/dispatches/:id/people.csv',
  access: 'signed-in',
  answers: 'text/csv',
  summary: 'All people of a sending, as CSV (RFC 4180) that spreadsheets take for text',
  schema: { params: DispatchParams, response: { 200: Type.String() } },
})

export const resolveUnknown = defineRoute({
  id: 'resolveUnknown',
  service: 'campaigns',
  method: 'POST',
  url: '/campaign/dispatches/:id/people/:personId/resolve',
  access: 'owner',
  idempotent: true,
  summary: 'Decide what nobody knows: take a mail for delivered, or send it once more. 409 for one that is known',
  schema: {
    params: Type.Object({ id: Id, personId: Id }),
    body: Type.Object({ as: oneOf(['delivered', 'send-again']) }, { additionalProperties: false }),
    response: { 200: Recipient },
  },
})

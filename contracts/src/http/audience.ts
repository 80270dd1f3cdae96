import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id } from '../primitives.ts'

/** Numbers of spreadsheet rows that are excluded from an audience, by reason. Each row is counted for one reason only. */
export const AudienceSkipped = Type.Object({
  lost: Type.Integer(),
  otherStage: Type.Integer({ description: 'rows with another stage, or with a stage that was not understood' }),
  notSubscribed: Type.Integer({ description: 'rows whose Email Subscription is not Yes' }),
  noAddress: Type.Integer({ description: 'rows without a valid email address' }),
  duplicate: Type.Integer({ description: 'further rows with the same email address' }),
})
export type AudienceSkipped = Type.Static<typeof AudienceSkipped>

export const AudiencePerson = Type.Object({
  email: Type.String({ description: 'trimmed, in lower case' }),
  merge: Type.Record(Type.String(), Type.String(), { description: 'the row’s cells by column, for merge fields' }),
})
export type AudiencePerson = Type.Static<typeof AudiencePerson>

export const AUDIENCE_PAGE_MAX = 500

export const readAudience = defineRoute({
  id: 'readAudience',
  method: 'GET',
  url: '/internal/audiences/:dispatchId',
  access: 'public',
  internal: true,
  summary:
    'Returns a page of the audience that the event `crm-proxy.audience-settled.v1` announced. `Authorization: Ticket …` must contain the event’s ticket. 404 if the ticket is wrong or expired',
  schema: {
    params: Type.Object({ dispatchId: Id }),
    querystring: Type.Object({ after: Type.Optional(Type.Integer({ minimum: 0, description: 'number of recipients already read' })) }),
    response: { 200: Type.Object({ people: Type.Array(AudiencePerson), next: Type.Unsafe<number | null>({ type: ['integer', 'null'] }) }) },
  },
})

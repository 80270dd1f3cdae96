import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id } from '../primitives.ts'

/** Rows that a campaign does not go to, by the first reason that holds. */
export const AudienceSkipped = Type.Object({
  lost: Type.Integer(),
  otherStage: Type.Integer({ description: 'rows of a stage that was not asked for, or not understood' }),
  notSubscribed: Type.Integer({ description: 'rows that do not say Yes' }),
  noAddress: Type.Integer({ description: 'rows without an address, or with none that mail can be sent to' }),
  duplicate: Type.Integer({ description: 'further rows of an address' }),
})
export type AudienceSkipped = Type.Static<typeof AudienceSkipped>

/** Somebody who gets a campaign's mail. */
export const AudiencePerson = Type.Object({
  email: Type.String({ description: 'trimmed, in lower case' }),
  merge: Type.Record(Type.String(), Type.String(), { description: 'the row’s cells by column, for merge fields' }),
})
export type AudiencePerson = Type.Static<typeof AudiencePerson>

/** Most people on a page of an audience. */
export const AUDIENCE_PAGE_MAX = 500

export const readAudience = defineRoute({
  id: 'readAudience',
  service: 'crm-proxy',
  method: 'GET',
  url: '/internal/audiences/:dispatchId',
  access: 'public',
  internal: true,
  summary:
    'A page of the snapshot that `crm-proxy.audience-read.v1` told of, by the ticket in `Authorization: Ticket …`; 404 with any other, or when it is over',
  schema: {
    params: Type.Object({ dispatchId: Id }),
    querystring: Type.Object({ after: Type.Optional(Type.Integer({ minimum: 0, description: 'people already had' })) }),
    response: { 200: Type.Object({ people: Type.Array(AudiencePerson), next: Type.Unsafe<number | null>({ type: ['integer', 'null'] }) }) },
  },
})

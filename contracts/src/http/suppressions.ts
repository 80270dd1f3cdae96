import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { CompanyParams, Id, Instant, Message, oneOf, pageQuery, text } from '../primitives.ts'

/** An email address that gets no campaigns of a company, regardless of the spreadsheet. */
export const Suppression = Type.Object({
  _id: Id,
  email: Type.String(),
  reason: oneOf(['unsubscribed', 'complained', 'bounced', 'refused']),
  createdAt: Instant,
})
export type Suppression = Type.Static<typeof Suppression>

export const SUPPRESSION_PAGE_MAX = 200

export const listSuppressions = defineRoute({
  id: 'listSuppressions',
  method: 'GET',
  url: '/campaign/company/:companyProfileId/suppressions',
  access: 'signed-in',
  summary: 'Lists email addresses that get no campaigns of this company, newest first',
  schema: {
    params: CompanyParams,
    querystring: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200, description: 'part of an email address' })),
      ...pageQuery(SUPPRESSION_PAGE_MAX).properties,
    }),
    response: { 200: Type.Array(Suppression) },
  },
})

export const liftSuppression = defineRoute({
  id: 'liftSuppression',
  method: 'DELETE',
  url: '/campaign/suppressions/:id',
  access: 'owner',
  idempotent: true,
  summary: 'Allows campaigns to an email address again, at the request of its owner',
  schema: { params: Type.Object({ id: Id }), response: { 200: Message } },
})

const UnsubscribeParams = Type.Object({ token: text(200) })

export const showUnsubscribe = defineRoute({
  id: 'showUnsubscribe',
  method: 'GET',
  url: '/unsubscribe/:token',
  access: 'public',
  answers: 'text/html',
  summary: 'Returns the HTML page of an unsubscribe link: the company, the email address, and a button. Changes nothing, also with HEAD',
  schema: { params: UnsubscribeParams, response: { 200: Type.String() } },
})

export const unsubscribe = defineRoute({
  id: 'unsubscribe',
  method: 'POST',
  url: '/unsubscribe/:token',
  access: 'public',
  answers: 'text/html',
  summary: 'Unsubscribes with one click (RFC 8058). Accepts any body, needs no cookie, and can be repeated. Returns an HTML page',
  schema: { params: UnsubscribeParams, response: { 200: Type.String() } },
})

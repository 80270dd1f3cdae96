import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, Message, oneOf, pageQuery, text } from '../primitives.ts'

/** An address that gets no campaign of a company, whatever its spreadsheet says. */
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
  service: 'campaigns',
  method: 'GET',
  url: '/campaign/company/:companyProfileId/suppressions',
  access: 'signed-in',
  summary: 'Addresses that get no campaign of this company, newest first',
  schema: {
    params: Type.Object({ companyProfileId: Id }),
    querystring: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200, description: 'part of an address' })),
      ...pageQuery(SUPPRESSION_PAGE_MAX).properties,
    }),
    response: { 200: Type.Array(Suppression) },
  },
})

export const liftSuppression = defineRoute({
  id: 'liftSuppression',
  service: 'campaigns',
  method: 'DELETE',
  url: '/campaign/suppressions/:id',
  access: 'owner',
  idempotent: true,
  summary: 'Let an address get campaigns again, at the wish of whoever has it',
  schema: { params: Type.Object({ id: Id }), response: { 200: Message } },
})

const UnsubscribeParams = Type.Object({ token: text(200) })

export const showUnsubscribe = defineRoute({
  id: 'showUnsubscribe',
  service: 'campaigns',
  method: 'GET',
  url: '/unsubscribe/:token',
  access: 'public',
  answers: 'text/html',
  summary: 'The page behind a mail’s link, in HTML: whose mails, which address, and a button. Changes nothing, by HEAD neither',
  schema: { params: UnsubscribeParams, response: { 200: Type.String() } },
})

export const unsubscribe = defineRoute({
  id: 'unsubscribe',
  service: 'campaigns',
  method: 'POST',
  url: '/unsubscribe/:token',
  access: 'public',
  answers: 'text/html',
  summary: 'One-click unsubscribe (RFC 8058): takes any body, asks for no cookie, may be repeated; answers a page in HTML',
  schema: { params: UnsubscribeParams, response: { 200: Type.String() } },
})

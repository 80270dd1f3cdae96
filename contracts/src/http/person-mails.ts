import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { CompanyParams, Id, Instant, nullableText, oneOf, text } from '../primitives.ts'
import { stepTypes } from '../rules/campaigns.ts'
import { deliveryStates } from './dispatches.ts'

/** Maximum number of emails in the list of a person's campaign emails. */
export const PERSON_MAILS_MAX = 20

/** An email of a campaign to one person. */
export const PersonMail = Type.Object({
  _id: Id,
  campaignId: Id,
  campaignName: Type.String(),
  stepType: oneOf(stepTypes),
  subject: Type.String(),
  state: oneOf(deliveryStates),
  reason: nullableText('the reason as text for the owner'),
  at: Instant,
  bouncedAt: nullableText('ISO 8601 in UTC'),
  complainedAt: nullableText('ISO 8601 in UTC'),
  unsubscribedAt: nullableText('ISO 8601 in UTC'),
})
export type PersonMail = Type.Static<typeof PersonMail>

export const listPersonMails = defineRoute({
  id: 'listPersonMails',
  method: 'GET',
  url: '/campaign/company/:companyProfileId/mails',
  access: 'owner',
  summary:
    'Lists the latest campaign emails of a company to an address, at most 20, newest dispatch first. `at` is the time when the outcome was known, or when the email is due. 404 for a company of another owner',
  schema: {
    params: CompanyParams,
    querystring: Type.Object({ address: text(254) }),
    response: { 200: Type.Array(PersonMail) },
  },
})

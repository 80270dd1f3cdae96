import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Instant, nullableText, oneOf, pageQuery, text } from '../primitives.ts'

export const FOUND_MAIL_PAGE_MAX = 50

export const FoundMail = Type.Object({
  _id: Type.String({ description: 'the part before the @ of its Message-ID' }),
  what: Type.String({ description: 'the type of the notification, or the campaign and its step' }),
  company: nullableText('the company of the campaign'),
  subject: Type.String(),
  state: oneOf(['queued', 'sent', 'failed', 'suppressed', 'unknown']),
  answer: nullableText('the last response of the mail relay, or the reason why it is not sent'),
  attempts: Type.Integer(),
  maybeTwice: Type.Boolean(),
  createdAt: Instant,
  settledAt: nullableText('ISO 8601 in UTC'),
  bouncedAt: nullableText('ISO 8601 in UTC'),
  complainedAt: nullableText('ISO 8601 in UTC'),
})
export type FoundMail = Type.Static<typeof FoundMail>

const query = Type.Object({ address: text(254), ...pageQuery(FOUND_MAIL_PAGE_MAX).properties })
const response = {
  200: Type.Object({
    mails: Type.Array(FoundMail),
    keptDays: Type.Integer({ description: 'older emails are deleted after this number of days' }),
  }),
}

export const searchNotificationMails = defineRoute({
  id: 'searchNotificationMails',
  service: 'notifications',
  method: 'GET',
  url: '/admin/operations/notifications/mails',
  access: 'operator',
  summary: 'Lists notification emails to an address, newest first',
  schema: { querystring: query, response },
})

export const searchCampaignMails = defineRoute({
  id: 'searchCampaignMails',
  service: 'campaigns',
  method: 'GET',
  url: '/admin/operations/campaigns/mails',
  access: 'operator',
  summary: 'Lists campaign emails of all companies to an address, newest dispatch first',
  schema: { querystring: query, response },
})

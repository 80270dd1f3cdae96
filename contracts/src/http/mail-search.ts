import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Instant, nullableText, oneOf, pageQuery, text } from '../primitives.ts'

export const FOUND_MAIL_PAGE_MAX = 50

/** A mail to an address that was asked about. */
export const FoundMail = Type.Object({
  _id: Type.String({ description: 'stands before the @ in its Message-ID' }),
  what: Type.String({ description: 'the kind of notification, or the campaign and its step' }),
  company: nullableText('whose campaign it is'),
  subject: Type.String(),
  state: oneOf(['queued', 'sent', 'failed', 'suppressed', 'unknown']),
  answer: nullableText('what the relay said last, or why it is not sent'),
  attempts: Type.Integer(),
  maybeTwice: Type.Boolean(),
  createdAt: Instant,
  settledAt: nullableText('ISO 8601 in UTC'),
  bouncedAt: nullableText('ISO 8601 in UTC'),
  complainedAt: nullableText('ISO 8601 in UTC'),
})
export type FoundMail = Type.Static<typeof FoundMail>

const query = Type.Object({ address: text(254), ...pageQuery(FOUND_MAIL_PAGE_MAX).properties })
const response = { 200: Type.Object({ mails: Type.Array(FoundMail), keptDays: Type.Integer({ description: 'older ones are purged' }) }) }

export const searchNotificationMails = defineRoute({
  id: 'searchNotificationMails',
  service: 'notifications',
  method: 'GET',
  url: '/admin/operations/notifications/mails',
  access: 'operator',
  summary: 'Notifications that were to be mailed to an address, the newest first',
  schema: { querystring: query, response },
})

export const searchCampaignMails = defineRoute({
  id: 'searchCampaignMails',
  service: 'campaigns',
  method: 'GET',
  url: '/admin/operations/campaigns/mails',
  access: 'operator',
  summary: 'Mails of campaigns of all companies to an address, the newest sending first',
  schema: { querystring: query, response },
})

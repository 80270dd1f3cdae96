import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, oneOf } from '../primitives.ts'
import { NOTE_MAX } from '../rules/notes.ts'

/** A report of a mail server or a mailbox provider about an email. */
export const MailReport = Type.Union([
  Type.Object({
    kind: Type.Literal('delivery', { description: 'a delivery status notification (RFC 3464)' }),
    action: oneOf(['failed', 'delayed', 'delivered']),
    status: Type.String({ maxLength: 20, description: 'status code of RFC 3463, such as 5.1.1, or empty' }),
  }),
  Type.Object({ kind: Type.Literal('complaint', { description: 'the recipient reported the email as spam (RFC 5965)' }) }),
])
export type MailReport = Type.Static<typeof MailReport>

/** A reply to an email. A reply is never a decision. */
export const MailReply = Type.Object({
  replyId: Type.String({ maxLength: 64, description: 'SHA-256 in hexadecimal; the same for each copy of the reply' }),
  author: Type.String({
    maxLength: 254,
    description: 'email address in the header From, which can be forged; empty if the header has none',
  }),
  text: Type.String({ maxLength: NOTE_MAX, description: 'text without quoted text and signature; empty if there is none' }),
  hasAttachments: Type.Boolean({ description: 'the email had attachments, which were not stored' }),
  isAutomatic: Type.Boolean({ description: 'a program sent the email, for example an absence notice' }),
})
export type MailReply = Type.Static<typeof MailReply>

const taken = { 200: Type.Object({ success: Type.Literal(true) }) }
const internal = { method: 'POST', access: 'public', internal: true } as const
const KEY = '`Authorization: Key …` must contain `INTERNAL_MAIL_KEY`'

export const reportTaskMail = defineRoute({
  ...internal,
  id: 'reportTaskMail',
  service: 'tasks',
  url: '/internal/mail-reports',
  summary: `Takes a report about an email. \`returnId\` is the id that its content contained. A repeated report has no effect. ${KEY}`,
  schema: { body: Type.Object({ returnId: Id, report: MailReport }), response: taken },
})

export const replyToTaskMail = defineRoute({
  ...internal,
  id: 'replyToTaskMail',
  service: 'tasks',
  url: '/internal/mail-replies',
  summary: `Takes a reply to an email. \`returnId\` is the id that its content contained. A repeated reply has no effect. ${KEY}`,
  schema: { body: Type.Object({ returnId: Id, reply: MailReply }), response: taken },
})

/** The token in the return address of a campaign's email. The token is also in the link that unsubscribes the recipient. */
const Token = Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\w-]+$', description: 'secret: unsubscribes the recipient' })

/** The `code` of the 404 response if no email has a token. */
export const MAIL_UNKNOWN = 'mail-unknown'

export const findCampaignMail = defineRoute({
  ...internal,
  id: 'findCampaignMail',
  service: 'campaigns',
  url: '/internal/return-addresses',
  summary: `Returns whether an email of a campaign has this token in its return address. ${KEY}`,
  schema: { body: Type.Object({ token: Token }), response: { 200: Type.Object({ isKnown: Type.Boolean() }) } },
})

export const reportCampaignMail = defineRoute({
  ...internal,
  id: 'reportCampaignMail',
  service: 'campaigns',
  url: '/internal/mail-reports',
  summary: `Takes a report about an email of a campaign, or of a test. 404 if no email has the token. A repeated report has no effect. ${KEY}`,
  schema: { body: Type.Object({ token: Token, report: MailReport }), response: taken },
})

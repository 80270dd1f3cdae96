import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, nullableText, oneOf, pageQuery } from '../primitives.ts'

export const CLIENT_MAIL_PAGE_MAX = 50

/** An email to an owner or a colleague, and what became of it. */
export const ClientMail = Type.Object({
  _id: Type.String({ description: 'the part before the @ of its Message-ID' }),
  topic: Type.String({ description: 'one of the topics in `mail-content.ts`; a later release may have others' }),
  address: nullableText('email address of the recipient; null while it is not known'),
  subject: Type.String({ description: 'empty until the email is composed' }),
  state: oneOf(['queued', 'sent', 'failed', 'suppressed']),
  answer: nullableText('codes of the last response of a mail server, or the reason why it is not sent'),
  attempts: Type.Integer(),
  maybeTwice: Type.Boolean(),
  createdAt: Instant,
  sentAt: nullableText('when the mail relay accepted it, ISO 8601 in UTC'),
  bouncedAt: nullableText('ISO 8601 in UTC'),
  complainedAt: nullableText('when the recipient reported it as spam, ISO 8601 in UTC'),
})
export type ClientMail = Type.Static<typeof ClientMail>

export const listClientMails = defineRoute({
  id: 'listClientMails',
  method: 'GET',
  url: '/admin/client-mails/:recipientId',
  access: 'admin',
  summary:
    'Lists the emails to an owner, or to a colleague of an owner, newest first, and what became of them. Contains no campaign emails. The ' +
    'list is empty for an unknown id, and for an admin',
  schema: {
    params: Type.Object({ recipientId: Type.String({ ...Id, description: 'id of the account of the owner, or of the colleague' }) }),
    querystring: pageQuery(CLIENT_MAIL_PAGE_MAX),
    response: {
      200: Type.Object({
        mails: Type.Array(ClientMail),
        keptDays: Type.Integer({ description: 'older emails are deleted after this number of days' }),
      }),
    },
  },
})

import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { MailRecipient } from '../http/mail-content.ts'
import { Id, Instant } from '../primitives.ts'

/** An email whose content has `isTracked`. */
const mail = {
  topic: Type.String(),
  about: Type.String({ ...Id, description: 'id of the object that the email is about' }),
  recipient: MailRecipient,
  returnId: Type.Optional(Type.String({ ...Id, description: 'id in the return path, as the composing service chose it' })),
}

export const EmailSettled = defineEvent({
  type: 'notifications.email-settled.v1',
  summary:
    'The mail relay accepted an email whose composing service tracks it, or rejected it because the recipient’s address does not exist',
  aggregate: 'email',
  data: Type.Object({
    ...mail,
    sentAt: Type.Optional(Type.String({ ...Instant, description: 'when the email was accepted; absent if it was rejected' })),
    status: Type.Optional(Type.String({ description: 'of a rejected email: status code of RFC 3463, such as 5.1.1' })),
  }),
})

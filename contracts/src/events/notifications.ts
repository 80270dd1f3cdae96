import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Id, Instant } from '../primitives.ts'

export const ReviewEmailSent = defineEvent({
  type: 'notifications.review-email-sent.v1',
  summary: 'The mail relay accepted the email with a review link',
  aggregate: 'review-link',
  data: Type.Object({ reviewLinkId: Id, sentAt: Instant }),
})

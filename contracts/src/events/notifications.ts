import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Id, Instant } from '../primitives.ts'

export const ReviewEmailSent = defineEvent({
  type: 'notifications.review-email-sent.v1',
  summary: 'The mail relay accepted the email with a review link',
  aggregate: 'review-link',
  data: Type.Object({ reviewLinkId: Id, sentAt: Instant }),
})

export const ReviewEmailRefused = defineEvent({
  type: 'notifications.review-email-refused.v1',
  summary: 'The mail relay rejected the email with a review link, because the recipient’s address does not exist',
  aggregate: 'review-link',
  data: Type.Object({ reviewLinkId: Id, status: Type.String({ description: 'status code of RFC 3463, such as 5.1.1' }) }),
})

/** A preview in a reminder. A reminder can list several previews, all for the same recipient. */
const RemindedPreview = Type.Object({ taskId: Id, previewNo: Type.Integer(), reviewLinkId: Type.Optional(Id) })

export const ReminderSent = defineEvent({
  type: 'notifications.reminder-sent.v1',
  summary: 'The mail relay accepted a reminder about previews that wait for a decision. `taskId` is the `_id` of a task',
  aggregate: 'reminder',
  data: Type.Object({ recipientId: Id, companyProfileId: Id, sentAt: Instant, previews: Type.Array(RemindedPreview) }),
})

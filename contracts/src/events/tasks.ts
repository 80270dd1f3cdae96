import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Role } from '../http/session.ts'
import { Id, Instant, nullableOneOf, nullableText, oneOf } from '../primitives.ts'
import { monthWeeks, recurrenceTypes, seriesChanges, weekdays } from '../rules/recurrence.ts'
import { decisionChannels } from '../rules/reviews.ts'
import { content, fact, preview, ReviewLink, reviewLinks } from './task-data.ts'

/** The entry about the decision in the company's decision record. */
const record = Type.Object({
  number: Type.Integer({ description: 'number in the decision record of the company' }),
  hash: Type.String({ description: 'SHA-256 in hexadecimal' }),
  receipt: Type.String({ description: 'signed receipt as JSON text, which the recipient can keep as a file' }),
})

/**
 * The preview that the decision is about, and the channel of the decision. `decidedBy` is the id of the user who decided in the portal. A
 * decision through a review link does not show which person decided, but only to which email address the link was sent. For such a
 * decision, the event contains `reviewLink` and not `decidedBy`.
 */
const decision = {
  ...preview,
  decidedBy: Type.Optional(Id),
  channel: oneOf(decisionChannels),
  reviewLink: Type.Optional(ReviewLink),
  sentTo: Type.Optional(Type.String({ description: 'masked email address of the recipient of the review link' })),
  /** The name of the colleague who got the link. Absent if the link was sent to the owner. */
  colleagueName: Type.Optional(Type.String()),
  /** The owner's own link to the same preview. Present only if the decision was made through the link of a colleague. */
  ownersLink: Type.Optional(ReviewLink),
  isUnconfirmed: Type.Optional(Type.Boolean({ description: 'the decision has signs of a machine. An approval must then be confirmed' })),
}

/** Series, number and date of the task. Absent if the task is not an occurrence of a series. */
const occurrence = Type.Optional(
  Type.Object({
    seriesId: Id,
    number: Type.Integer({ description: '1 for the task that the owner created. The service created the tasks with higher numbers' }),
    date: Type.String({ description: 'YYYY-MM-DD' }),
  }),
)

export const TaskCreated = defineEvent({
  type: 'tasks.task-created.v1',
  summary: 'An owner or an admin created a task, or the next occurrence of a series became a task',
  aggregate: 'task',
  data: Type.Object({ ...fact, createdBy: Role, occurrence }),
})

export const SeriesChanged = defineEvent({
  type: 'tasks.series-changed.v1',
  summary: 'An owner changed or ended a series of tasks, or skipped its next occurrence. Tasks that already exist stay',
  aggregate: 'series',
  data: Type.Object({
    seriesId: Id,
    companyProfileId: Id,
    companyName: Type.String(),
    ownerId: Id,
    title: Type.String(),
    change: oneOf(seriesChanges),
    recurrenceType: oneOf(recurrenceTypes),
    weeklyDayOfWeek: nullableOneOf(weekdays),
    monthlyWeek: nullableOneOf(monthWeeks),
    monthlyDayOfWeek: nullableOneOf(weekdays),
    recurrenceEndDate: Type.String({ description: 'YYYY-MM-DD' }),
    nextDate: nullableText('YYYY-MM-DD; null if no occurrence follows'),
    skippedDate: Type.Optional(Type.String({ description: 'YYYY-MM-DD, with the change `skipped`' })),
  }),
})

export const PreviewUploaded = defineEvent({
  type: 'tasks.preview-uploaded.v1',
  summary: 'An admin delivered a preview. Drafts are never published',
  aggregate: 'task',
  data: Type.Object({
    ...fact,
    ...preview,
    deliveredAt: Type.String({ ...Instant, description: 'by the business clock' }),
    ...content,
    reviewLinks,
  }),
})

export const PreviewCompleted = defineEvent({
  type: 'tasks.preview-completed.v1',
  summary: 'The thumbnails of a preview that was just delivered are stored, or cannot be made. The event has the data of the delivery',
  aggregate: 'task',
  data: Type.Object({ ...fact, ...preview, ...content, reviewLinks }),
})

export const ReviewLinkRequested = defineEvent({
  type: 'tasks.review-link-requested.v1',
  summary: 'The recipient of a review link that ended requested a link to the current preview',
  aggregate: 'task',
  data: Type.Object({ ...fact, ...preview, ...content, reviewLinks }),
})

export const ReviewLinksIssued = defineEvent({
  type: 'tasks.review-links-issued.v1',
  summary: 'The owner confirmed the email address, or switched review links on. Previews that waited without a link now have links',
  aggregate: 'company',
  data: Type.Object({
    ownerId: Id,
    companyProfileId: Id,
    previews: Type.Array(
      Type.Object({
        ...fact,
        version: Type.Integer({ description: 'version of the task' }),
        ...preview,
        deliveredAt: Instant,
        ...Type.Partial(Type.Object(content)).properties,
        previewId: Id,
        reviewLinks,
      }),
      { description: 'the most urgent first; with content if there are at most `SEPARATE_EMAILS_MAX`' },
    ),
  }),
})

export const ReviewCodeRequested = defineEvent({
  type: 'tasks.review-code-requested.v1',
  summary: 'A decision through a review link needs a code, because the browser is not known. The code is sent to the recipient of the link',
  aggregate: 'review-link',
  data: Type.Object({
    reviewLink: ReviewLink,
    email: Type.String(),
    code: Type.String({ description: 'secret: never logged or shown' }),
    expiresAt: Instant,
  }),
})

export const RecipientUnreachable = defineEvent({
  type: 'tasks.recipient-unreachable.v1',
  summary: 'An email with a review link bounced, because the address of its recipient does not exist',
  aggregate: 'task',
  data: Type.Object({
    ...fact,
    reviewLink: ReviewLink,
    email: Type.String(),
    status: Type.String({ description: 'status code of RFC 3463, such as 5.1.1' }),
  }),
})

export const ReviewSnoozed = defineEvent({
  type: 'tasks.review-snoozed.v1',
  summary: 'The recipient of a review link wants no reminder about the preview before a date',
  aggregate: 'review-link',
  data: Type.Object({ ...fact, previewNo: Type.Integer(), reviewLink: ReviewLink, until: Type.String({ description: 'YYYY-MM-DD' }) }),
})

export const ReminderRequested = defineEvent({
  type: 'tasks.reminder-requested.v1',
  summary: 'An admin asked for a reminder about the preview that waits for a decision',
  aggregate: 'task',
  data: Type.Object({ ...fact, previewNo: Type.Integer(), reviewLinks }),
})

export const ReviewSettingsChanged = defineEvent({
  type: 'tasks.review-settings-changed.v1',
  summary: 'The owner changed the settings of review links. Without review links, all links of the company are revoked',
  aggregate: 'company',
  data: Type.Object({ companyProfileId: Id, ownerId: Id, reviewLinks: Type.Boolean() }),
})

export const PreviewCheckChanged = defineEvent({
  type: 'tasks.preview-check-changed.v1',
  summary: 'An operator changed whether a second admin must check the previews of a company before delivery',
  aggregate: 'company',
  data: Type.Object({
    companyProfileId: Id,
    companyName: Type.String(),
    ownerId: Id,
    requiresCheck: Type.Boolean(),
    changedBy: Type.String({ ...Id, description: 'id of the operator' }),
  }),
})

export const TaskApproved = defineEvent({
  type: 'tasks.task-approved.v1',
  summary: 'The owner approved the preview',
  aggregate: 'task',
  data: Type.Object({ ...fact, ...decision, decisionId: Id, record }),
})

export const ApprovalConfirmed = defineEvent({
  type: 'tasks.approval-confirmed.v1',
  summary: 'The owner confirmed an approval through a review link that has signs of a machine',
  aggregate: 'task',
  data: Type.Object({ ...fact, ...decision, record }),
})

export const ApprovalWithdrawn = defineEvent({
  type: 'tasks.approval-withdrawn.v1',
  summary: 'The owner withdrew the approval before the task was posted. The task is Pending again',
  aggregate: 'task',
  data: Type.Object({ ...fact, ...decision, decisionId: Id, record, reason: Type.Optional(Type.String()) }),
})

export const TaskReferredBack = defineEvent({
  type: 'tasks.task-referred-back.v1',
  summary:
    'The owner referred the preview back, or added feedback later. `feedback` is empty if the request contained only the status. Later ' +
    'feedback is no decision, so `decisionId` and `record` are absent',
  aggregate: 'task',
  data: Type.Object({
    ...fact,
    ...decision,
    decisionId: Type.Optional(Id),
    record: Type.Optional(record),
    feedback: Type.String(),
    clientSuggestImage: nullableText('public URL'),
    referralId: Type.String({ ...Id, description: 'the same for a status change and the feedback that follows it' }),
  }),
})

export const TaskPosted = defineEvent({
  type: 'tasks.task-posted.v1',
  summary: 'An admin launched the task',
  aggregate: 'task',
  data: Type.Object({ ...fact, ...preview, adminPostComment: Type.String(), record }),
})

export const TaskRemoved = defineEvent({
  type: 'tasks.task-removed.v1',
  summary: 'The owner removed the task',
  aggregate: 'task',
  data: Type.Object(fact),
})

export const TaskState = defineEvent({
  type: 'tasks.task-state.v1',
  summary:
    'The current state of a task, published again to fill projections. The task has not changed. The fields about the preview are absent ' +
    'if it neither waits for a decision nor is approved',
  aggregate: 'task',
  data: Type.Object({ ...fact, previewNo: Type.Optional(Type.Integer()), deliveredAt: Type.Optional(Instant), reviewLinks }),
})

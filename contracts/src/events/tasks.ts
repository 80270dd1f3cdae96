import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { repeatRule } from '../http/series.ts'
import { Role } from '../http/session.ts'
import { companyFacts, Id, Instant, nullableInteger, nullableText, oneOf } from '../primitives.ts'
import { briefParts } from '../rules/brief.ts'
import { MONTH_PATTERN } from '../rules/monthly-report.ts'
import { postParts } from '../rules/posts.ts'
import { seriesChanges } from '../rules/recurrence.ts'
import { decisionChannels, recipientKinds } from '../rules/reviews.ts'
import { fact, ReviewLink } from './task-data.ts'

/**
 * A decision about a preview. `decidedBy` is the id of the user who decided in the portal. It is absent after a decision through a review
 * link, which shows only to which email address the link was sent.
 */
const decision = {
  previewNo: Type.Integer(),
  decidedBy: Type.Optional(Id),
  channel: oneOf(decisionChannels),
  isUnconfirmed: Type.Optional(Type.Boolean({ description: 'the decision has signs of a machine. An approval must then be confirmed' })),
}

/** Series, number and date of the task. Absent if the task is not an occurrence of a series. */
const occurrence = Type.Optional(
  Type.Object({
    seriesId: Id,
    number: Type.Integer({
      description: '1 for the task that the owner or an admin created. The service created the tasks with higher numbers',
    }),
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
  summary:
    'An owner changed or ended a series of tasks, or skipped its next occurrence, or an owner or admin moved it with one of its tasks. ' +
    'The other tasks that already exist stay',
  aggregate: 'series',
  data: Type.Object({
    seriesId: Id,
    ...companyFacts,
    title: Type.String(),
    change: oneOf(seriesChanges),
    changedBy: Role,
    ...repeatRule,
    recurrenceEndDate: Type.String({ description: 'YYYY-MM-DD' }),
    nextDate: nullableText('YYYY-MM-DD; null if no occurrence follows'),
    skippedDate: Type.Optional(Type.String({ description: 'YYYY-MM-DD, with the change `skipped`' })),
  }),
})

export const TaskChanged = defineEvent({
  type: 'tasks.task-changed.v1',
  summary: 'An owner or an admin changed the brief of a task, or moved the task to another date',
  aggregate: 'task',
  data: Type.Object({
    ...fact,
    changedBy: Role,
    changed: Type.Array(oneOf(briefParts)),
    briefVersion: Type.Integer(),
    previousPostingDate: Type.Optional(nullableText('YYYY-MM-DD; only if the date of the task changed; null if it had none')),
  }),
})

export const PreviewUploaded = defineEvent({
  type: 'tasks.preview-uploaded.v1',
  summary: 'An admin delivered a preview. Drafts are never published',
  aggregate: 'task',
  data: Type.Object({
    ...fact,
    previewId: Id,
    previewNo: Type.Integer(),
    deliveredAt: Type.String({ ...Instant, description: 'by the business clock' }),
    reviewLinks: Type.Optional(Type.Array(ReviewLink)),
  }),
})

export const PreviewWithdrawn = defineEvent({
  type: 'tasks.preview-withdrawn.v1',
  summary: 'An admin withdrew a preview that was delivered by mistake. An earlier preview, or none, is current again',
  aggregate: 'task',
  data: Type.Object({
    ...fact,
    previewNo: Type.Integer(),
    currentPreviewNo: nullableInteger,
    isWaiting: Type.Boolean({ description: 'the current preview waits for a decision' }),
  }),
})

export const ReviewLinkIssued = defineEvent({
  type: 'tasks.review-link-issued.v1',
  summary:
    'A preview that waits for a decision got a further review link: its recipient requested one, or the owner confirmed the email address ' +
    'or switched review links on',
  aggregate: 'task',
  data: Type.Object({ ...fact, previewId: Id, previewNo: Type.Integer(), reviewLink: ReviewLink }),
})

export const ReviewCodeRequested = defineEvent({
  type: 'tasks.review-code-requested.v1',
  summary: 'A decision through a review link needs a code, because the browser is not known. The code is sent to the recipient of the link',
  aggregate: 'review-link',
  data: Type.Object({ codeId: Id, companyProfileId: Type.Optional(Id), reviewLink: ReviewLink }),
})

export const RecipientUnreachable = defineEvent({
  type: 'tasks.recipient-unreachable.v1',
  summary: 'An email with a review link to the owner bounced, because the address does not exist',
  aggregate: 'task',
  data: Type.Object({ ...fact, status: Type.String({ description: 'status code of RFC 3463, such as 5.1.1' }) }),
})

export const ReminderDue = defineEvent({
  type: 'tasks.reminder-due.v1',
  summary:
    'Previews wait for a decision, and their recipients are reminded now: on a day of the schedule, or because an admin asked for it. On the ' +
    'last working day before posting dates, the admins are reminded',
  aggregate: 'reminder',
  data: Type.Object({
    reminderId: Id,
    companyProfileId: Type.Optional(Type.String({ ...Id, description: 'absent if the admins are reminded' })),
    isToAdmins: Type.Boolean(),
    recipients: Type.Array(Type.Object({ recipientKind: oneOf(recipientKinds), recipientId: Id }), {
      description: 'the owner first; empty if the admins are reminded',
    }),
  }),
})

export const PreviewProofread = defineEvent({
  type: 'tasks.preview-proofread.v1',
  summary:
    'The check of a preview ended with open findings after the preview was delivered. Only the admins may learn of it; the one who ' +
    'delivered it gets an email if a finding is sure',
  aggregate: 'task',
  data: Type.Object({
    ...fact,
    previewId: Id,
    previewNo: Type.Integer(),
    deliveredBy: Type.String({ ...Id, description: 'id of the admin' }),
    findings: Type.Integer({ description: 'number of open findings' }),
    sureFindings: Type.Integer({ description: 'how many of them are sure' }),
  }),
})

export const PreviewCheckChanged = defineEvent({
  type: 'tasks.preview-check-changed.v1',
  summary: 'An operator changed whether a second admin must check the previews of a company before delivery',
  aggregate: 'company',
  data: Type.Object({
    ...companyFacts,
    requiresCheck: Type.Boolean(),
    changedBy: Type.String({ ...Id, description: 'id of the operator' }),
  }),
})

export const TaskApproved = defineEvent({
  type: 'tasks.task-approved.v1',
  summary: 'The owner approved the preview',
  aggregate: 'task',
  data: Type.Object({ ...fact, ...decision, decisionId: Id }),
})

export const ApprovalConfirmed = defineEvent({
  type: 'tasks.approval-confirmed.v1',
  summary: 'The owner confirmed an approval through a review link that has signs of a machine',
  aggregate: 'task',
  data: Type.Object({ ...fact, ...decision }),
})

export const ApprovalWithdrawn = defineEvent({
  type: 'tasks.approval-withdrawn.v1',
  summary: 'The owner withdrew the approval before the task was posted. The task is Pending again',
  aggregate: 'task',
  data: Type.Object({ ...fact, ...decision, decisionId: Id, reason: Type.Optional(Type.String()) }),
})

export const TaskReferredBack = defineEvent({
  type: 'tasks.task-referred-back.v1',
  summary: 'The owner referred the preview back, or added feedback later. Later feedback is no decision, so `decisionId` is absent',
  aggregate: 'task',
  data: Type.Object({
    ...fact,
    ...decision,
    decisionId: Type.Optional(Id),
    hasFeedback: Type.Boolean({ description: 'false if the request contained only the status' }),
    referralId: Type.String({ ...Id, description: 'the same for a status change and the feedback that follows it' }),
  }),
})

export const TaskPosted = defineEvent({
  type: 'tasks.task-posted.v1',
  summary: 'An admin launched the task',
  aggregate: 'task',
  data: Type.Object({ ...fact, previewNo: Type.Integer() }),
})

export const PostDue = defineEvent({
  type: 'tasks.post-due.v1',
  summary: 'The time at which an approved task must be posted has come. Once for each time of a task',
  aggregate: 'task',
  data: Type.Object({ ...fact, reminderId: Id }),
})

export const PostChanged = defineEvent({
  type: 'tasks.post-changed.v1',
  summary: 'An admin changed when a posted task was posted, or the addresses of the post',
  aggregate: 'task',
  data: Type.Object({ ...fact, changed: Type.Array(oneOf(postParts)) }),
})

export const LaunchUndone = defineEvent({
  type: 'tasks.launch-undone.v1',
  summary: 'An admin undid the launch of a task. The task is Approved again',
  aggregate: 'task',
  data: Type.Object({ ...fact, previewNo: Type.Integer(), undoId: Id, reason: Type.String() }),
})

export const TaskRemoved = defineEvent({
  type: 'tasks.task-removed.v1',
  summary: 'The owner or an admin removed the task',
  aggregate: 'task',
  data: Type.Object({ ...fact, removedBy: Role, reason: Type.Optional(Type.String({ description: 'of an admin' })) }),
})

export const ReportSent = defineEvent({
  type: 'tasks.report-sent.v1',
  summary: 'An admin sent the monthly report of a company to its owner. A corrected report has a number above 1',
  aggregate: 'report',
  data: Type.Object({
    reportId: Id,
    ...companyFacts,
    month: Type.String({ pattern: MONTH_PATTERN, description: 'YYYY-MM' }),
    number: Type.Integer({ minimum: 1 }),
  }),
})

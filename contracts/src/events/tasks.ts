import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Role } from '../http/identity.ts'
import { TaskStatus } from '../http/tasks.ts'
import { Id, Instant, nullableInteger, nullableOneOf, nullableText, oneOf } from '../primitives.ts'
import { colleagueRights, colleagueStates } from '../rules/colleagues.ts'
import { noteVisibilities } from '../rules/preview-notes.ts'
import { contentKinds } from '../rules/previews.ts'
import { monthWeeks, recurrenceTypes, seriesChanges, weekdays } from '../rules/recurrence.ts'
import { decisionChannels, recipientKinds } from '../rules/reviews.ts'
import { platforms } from '../rules/task-status.ts'

/** Common data of the task events. With these data, the notifications service writes emails without requests to other services. */
const fact = {
  _id: Id,
  taskId: Type.Integer(),
  companyProfileId: Id,
  companyName: Type.String(),
  ownerId: Id,
  title: Type.String(),
  currentStatus: TaskStatus,
  targetPostingDate: nullableText('YYYY-MM-DD'),
  submissionForReview: nullableText('YYYY-MM-DD'),
  doneTaskImage: nullableText('public URL'),
}

/**
 * Number and content hash of the preview that the event is about. Both are absent if the task has no preview. Only the hash is absent
 * until a background job has computed it.
 */
const preview = {
  previewNo: Type.Optional(Type.Integer()),
  contentHash: Type.Optional(Type.String({ description: 'SHA-256 in hexadecimal' })),
}

/** When the preview was delivered, by the business clock. Absent in events of the previous release. */
const deliveredAt = Type.Optional(Instant)
/**
 * The content of the preview. With these data, the notifications service shows the preview in emails without requests to other services.
 * Previous releases publish no content.
 */
const content = {
  previewId: Type.Optional(Id),
  caption: Type.Optional(Type.String()),
  files: Type.Optional(
    Type.Array(
      Type.Object({
        kind: oneOf(contentKinds),
        thumbnail: nullableText('public URL of a JPEG of at most 320 pixels width; null until a background job has made it'),
        width: nullableInteger,
        height: nullableInteger,
        durationMs: nullableInteger,
      }),
    ),
  ),
  platforms: Type.Optional(Type.Array(oneOf(platforms))),
  companyLogo: Type.Optional(nullableText('public URL')),
  /** The differences from the previous preview. Absent for the first preview, and if a hash of a file is not known. */
  changes: Type.Optional(
    Type.Object({
      previousNo: Type.Integer(),
      isCaptionChanged: Type.Boolean(),
      added: Type.Integer({ description: 'number of files' }),
      removed: Type.Integer({ description: 'number of files' }),
      replaced: Type.Integer({ description: 'number of files' }),
      isReordered: Type.Boolean({ description: 'the same files in another order' }),
    }),
  ),
}

/** A review link of the preview, with its recipient. Events contain no tokens. */
const ReviewLink = Type.Object({ id: Id, recipientKind: oneOf(recipientKinds), recipientId: Id })
const reviewLinks = Type.Optional(Type.Array(ReviewLink))

/** The entry about the decision in the company's decision record (ADR 0066). Absent in events of releases without a decision record. */
const record = Type.Optional(
  Type.Object({
    number: Type.Integer({ description: 'number in the decision record of the company' }),
    hash: Type.String({ description: 'SHA-256 in hexadecimal' }),
    receipt: Type.String({ description: 'signed receipt as JSON text, which the recipient can keep as a file' }),
  }),
)

/**
 * The preview that the decision is about, and the channel of the decision. `decidedBy` is the id of the user who decided in the portal. A
 * decision through a review link does not show which person decided, but only to which email address the link was sent. For such a
 * decision, the event contains `reviewLink` and not `decidedBy`.
 */
const decision = {
  ...preview,
  decidedBy: Type.Optional(Id),
  channel: Type.Optional(oneOf(decisionChannels)),
  decisionId: Type.Optional(Id),
  reviewLink: Type.Optional(ReviewLink),
  sentTo: Type.Optional(Type.String({ description: 'masked email address of the recipient of the review link' })),
  /** The name of the colleague who got the link. Absent if the link was sent to the owner. */
  colleagueName: Type.Optional(Type.String()),
  /** The owner's own link to the same preview. Present only if the decision was made through the link of a colleague. */
  ownersLink: Type.Optional(ReviewLink),
  isUnconfirmed: Type.Optional(Type.Boolean({ description: 'the decision has signs of a machine. An approval must then be confirmed' })),
  record,
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
  data: Type.Object({ ...fact, ...preview, deliveredAt, ...content, reviewLinks }),
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

export const TaskNoteAdded = defineEvent({
  type: 'tasks.note-added.v1',
  summary: 'A reply to an email with a review link became a note on the task. The status of the task has not changed',
  aggregate: 'task',
  data: Type.Object({
    ...fact,
    previewNo: Type.Integer(),
    noteId: Id,
    reviewLink: ReviewLink,
    isFromRecipient: Type.Boolean({ description: 'the reply names the address to which the link was sent as its sender' }),
    isAutomatic: Type.Boolean(),
    hasAttachments: Type.Boolean(),
    answerTo: Type.Optional(
      Type.String({ description: 'the address to which the link was sent; absent if the reply must not be answered' }),
    ),
  }),
})

export const PreviewNoteChanged = defineEvent({
  type: 'tasks.preview-note-changed.v1',
  summary:
    'A note on a preview was added, answered, or got another state. The task has not changed. The event contains no text. Owners and ' +
    'recipients of review links must not learn of events about team notes',
  aggregate: 'task',
  data: Type.Object({
    ...fact,
    previewId: Id,
    previewNo: Type.Optional(Type.Integer({ description: 'absent for a draft' })),
    noteId: Id,
    visibility: oneOf(noteVisibilities),
    change: oneOf(['added', 'replied', 'resolved', 'accepted', 'reopened']),
    by: oneOf(['agency', 'client']),
    openNotes: Type.Integer({ description: 'number of open notes on the preview that the client can see, after the change' }),
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
  data: Type.Object({ ...fact, previewNo: Type.Integer() }),
})

export const ReviewSettingsChanged = defineEvent({
  type: 'tasks.review-settings-changed.v1',
  summary: 'The owner changed the settings of review links. Without review links, all links of the company are revoked',
  aggregate: 'company',
  data: Type.Object({ companyProfileId: Id, ownerId: Id, reviewLinks: Type.Boolean() }),
})

/** A colleague of an owner: a person who gets review links of the company without having an account. */
const colleague = {
  colleagueId: Id,
  companyProfileId: Id,
  companyName: Type.String(),
  ownerId: Id,
  email: Type.String(),
  name: Type.String(),
  may: oneOf(colleagueRights),
  state: oneOf(colleagueStates),
  hasBounced: Type.Boolean({ description: 'emails to the address bounced' }),
}

export const ColleagueChanged = defineEvent({
  type: 'tasks.colleague-changed.v1',
  summary: 'A colleague was invited, accepted, left or was removed, may do something else, or an email to the colleague bounced',
  aggregate: 'colleague',
  data: Type.Object({
    ...colleague,
    change: oneOf(['invited', 'accepted', 'may-changed', 'left', 'removed', 'bounced']),
    invitationExpiresAt: Type.Optional(Type.String({ ...Instant, description: 'with the change `invited`' })),
  }),
})

export const ColleagueState = defineEvent({
  type: 'tasks.colleague-state.v1',
  summary: 'The current state of a colleague, published again to fill projections. The colleague has not changed',
  aggregate: 'colleague',
  data: Type.Object(colleague),
})

export const TaskApproved = defineEvent({
  type: 'tasks.task-approved.v1',
  summary: 'The owner approved the preview',
  aggregate: 'task',
  data: Type.Object({ ...fact, ...decision }),
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
  data: Type.Object({ ...fact, ...decision, reason: Type.Optional(Type.String()) }),
})

export const TaskReferredBack = defineEvent({
  type: 'tasks.task-referred-back.v1',
  summary: 'The owner referred the preview back. `feedback` is empty if the request contained only the status',
  aggregate: 'task',
  data: Type.Object({
    ...fact,
    ...decision,
    feedback: Type.String(),
    clientSuggestImage: nullableText('public URL'),
    referralId: Type.Optional(Type.String({ ...Id, description: 'the same for a status change and the feedback that follows it' })),
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
  summary: 'The current state of a task, published again to fill projections. The task has not changed',
  aggregate: 'task',
  data: Type.Object({ ...fact, ...preview, deliveredAt, reviewLinks }),
})

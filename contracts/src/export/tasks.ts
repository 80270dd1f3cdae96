import * as Type from 'typebox'
import { Id, oneOf } from '../primitives.ts'
import { RECORD_FORMAT } from '../rules/decision-record.ts'
import { At, Count, Day, defineExport, FileKey, Json, listOf, orNull, record, Text } from './export-kind.ts'

const PostLinks = Type.Record(Type.String(), Type.String())
const Number1 = Type.Integer({ minimum: 1 })
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })

const recurrence = {
  recurrenceType: orNull(Text),
  weeklyDayOfWeek: orNull(Text),
  monthlyWeek: orNull(Text),
  monthlyDayOfWeek: orNull(Text),
}

export const exportedSettings = defineExport({
  name: 'settings',
  service: 'tasks',
  summary: 'How the company reviews content',
  record: record({ requiresCheck: Type.Boolean(), reviewLinks: Type.Boolean(), codeForNewBrowser: Type.Boolean() }),
})

export const exportedColleagues = defineExport({
  name: 'colleagues',
  service: 'tasks',
  summary: 'People whom the owner invited to review content',
  record: record({
    id: Id,
    email: Text,
    name: Text,
    may: Text,
    state: Text,
    invitedAt: At,
    changedAt: orNull(At),
    bouncedAt: orNull(At),
    leftAt: orNull(At),
    version: Number1,
  }),
})

export const exportedSeries = defineExport({
  name: 'task-series',
  service: 'tasks',
  summary: 'Recurring tasks and their repeats',
  record: record({
    id: Id,
    brief: Json,
    referenceImage: orNull(FileKey),
    ...recurrence,
    startsOn: Day,
    endsOn: Day,
    targetPostingTime: orNull(Text),
    createdBy: Text,
    lastNumber: Number1,
    lastDate: Day,
    nextDate: orNull(Day),
    version: Number1,
    createdAt: At,
  }),
})

const previewFile = {
  position: Number1,
  key: FileKey,
  kind: oneOf(['image', 'video', 'pdf']),
  mediaType: Text,
  bytes: Count,
  sha256: Hash,
  width: orNull(Count),
  height: orNull(Count),
  durationMs: orNull(Count),
  posterKey: orNull(FileKey),
  alternativeText: Text,
}

const preview = {
  id: Id,
  number: Number1,
  caption: Text,
  contentHash: orNull(Hash),
  state: oneOf(['delivered', 'withdrawn']),
  createdBy: Id,
  createdAt: At,
  deliveredBy: orNull(Id),
  deliveredAt: orNull(At),
  briefVersion: orNull(Number1),
  withdrawnAt: orNull(At),
  files: listOf(previewFile),
}

const author = { authorKind: Text, authorId: Id, linkId: orNull(Id), createdAt: At }

const previewNote = {
  id: Id,
  previewId: Id,
  number: Number1,
  filePosition: orNull(Number1),
  x: orNull(Type.Number()),
  y: orNull(Type.Number()),
  atMs: orNull(Count),
  page: orNull(Number1),
  body: Text,
  ...author,
  state: Text,
  version: Number1,
  continues: orNull(Id),
  replyCount: Count,
  replies: listOf({ id: Id, body: Text, ...author }),
}

const rollback = Type.Object({
  id: Id,
  feedback: Text,
  clientSuggestImage: orNull(FileKey),
  doneTaskImage: orNull(FileKey),
  previewNo: Type.Integer(),
  createdAt: At,
})

export const exportedTasks = defineExport({
  name: 'tasks',
  service: 'tasks',
  summary:
    'Tasks with the history of their briefs, delivered versions, feedback, notes, messages and decisions. Drafts, notes of the team and ' +
    'the results of proofreading are left out',
  record: record({
    id: Id,
    taskId: Number1,
    title: Text,
    tagline: Text,
    taskpurpose: Text,
    headline: Text,
    offerormessage: Text,
    calltoaction: Text,
    guidlines: Text,
    additionalinfo: Text,
    description: Text,
    targetPostingDate: orNull(Day),
    targetPostingTime: orNull(Text),
    submissionForReview: orNull(Day),
    status: oneOf(['Pending', 'Roll Back', 'Approved', 'Posted']),
    platformX: Type.Boolean(),
    platformFb: Type.Boolean(),
    platformInsta: Type.Boolean(),
    platformLi: Type.Boolean(),
    platformYoutube: Type.Boolean(),
    platformViaMail: Type.Boolean(),
    referenceImage: orNull(FileKey),
    briefVersion: Number1,
    previewBriefVersion: orNull(Number1),
    doneTaskImage: orNull(FileKey),
    previewNumber: orNull(Number1),
    approvedPreviewNumber: orNull(Number1),
    approvalUnconfirmed: Type.Boolean(),
    adminPostComment: orNull(Text),
    postedAt: orNull(At),
    postedOn: orNull(Day),
    postLinks: PostLinks,
    rollbacks: Type.Array(rollback),
    isRecurring: Type.Boolean(),
    ...recurrence,
    recurrenceStartDate: orNull(Day),
    recurrenceEndDate: orNull(Day),
    seriesId: orNull(Id),
    occurrenceNo: orNull(Number1),
    occurrenceDate: orNull(Day),
    nextOccurrenceDate: orNull(Day),
    version: Number1,
    createdBy: Text,
    createdAt: At,
    updatedAt: At,
    briefVersions: listOf({
      number: Number1,
      changedAt: At,
      changedBy: orNull(Id),
      changedByRole: Text,
      changed: Type.Array(Text),
      previewNumber: orNull(Number1),
      brief: Json,
      targetPostingDate: orNull(Day),
      targetPostingTime: orNull(Text),
      submissionForReview: orNull(Day),
      hasReferenceImage: Type.Boolean(),
    }),
    previews: listOf(preview),
    reviewLinks: listOf({
      id: Id,
      previewNumber: Number1,
      recipientKind: Text,
      recipientId: Id,
      email: Text,
      createdAt: At,
      expiresAt: At,
      revokedAt: orNull(At),
      sentAt: orNull(At),
      bouncedAt: orNull(At),
      firstOpenedAt: orNull(At),
    }),
    messages: listOf({
      id: Id,
      previewNumber: orNull(Number1),
      source: Text,
      sourceId: orNull(Text),
      side: Text,
      burstId: orNull(Id),
      text: Text,
      isFromRecipient: Type.Boolean(),
      isAutomatic: Type.Boolean(),
      hasAttachments: Type.Boolean(),
      createdAt: At,
      authors: listOf({ email: Text }),
    }),
    previewNotes: listOf(previewNote),
    decisions: listOf({
      id: Id,
      taskVersion: Number1,
      previewNumber: Number1,
      kind: Text,
      channel: Text,
      linkId: orNull(Id),
      decidedBy: orNull(Id),
      contentHash: Text,
      reason: orNull(Text),
      signs: Type.Array(Text),
      confirmedAt: orNull(At),
      confirmedBy: orNull(Text),
      createdAt: At,
    }),
    undoneLaunches: listOf({
      id: Id,
      launchComment: Text,
      postedAt: orNull(At),
      postLinks: PostLinks,
      reason: Text,
      undoneBy: Id,
      undoneAt: At,
    }),
  }),
})
export type ExportedTask = Type.Static<typeof exportedTasks.record>

export const RecordHeaderLine = record({
  format: Type.Literal(RECORD_FORMAT),
  company: Id,
  keys: listOf({ id: Text, publicKey: Text }),
})
export const RecordLine = record({ body: Text, previousHash: Hash, hash: Hash })

export const exportedRecord = defineExport({
  name: 'decision-record',
  service: 'tasks',
  summary:
    'The decision record. The first line has the public keys that verify receipts. `palmetto-verify` checks this file without the product',
  record: Type.Union([RecordHeaderLine, RecordLine]),
})

export const exportedDeciders = defineExport({
  name: 'deciders',
  service: 'tasks',
  summary: 'The people behind the keyed hashes in the decision record, as far as they were not erased',
  record: record({ subjectHash: Text, email: Text, name: orNull(Text) }),
})

export const exportedReports = defineExport({
  name: 'monthly-reports',
  service: 'tasks',
  summary: 'Monthly reports that were sent',
  record: record({
    id: Id,
    companyName: Text,
    month: Text,
    number: Number1,
    state: Type.Literal('sent'),
    text: Text,
    figures: Json,
    thumbnails: Type.Array(FileKey),
    preparedAt: At,
    sentAt: At,
    sentBy: Id,
    version: Number1,
  }),
})
export type ExportedReport = Type.Static<typeof exportedReports.record>

import * as Type from 'typebox'
import { TaskStatus } from '../http/tasks.ts'
import { Id, Instant, nullableInteger, nullableText, oneOf } from '../primitives.ts'
import { contentKinds } from '../rules/previews.ts'
import { recipientKinds } from '../rules/reviews.ts'
import { platforms } from '../rules/task-status.ts'

/** Common data of the task events. With these data, the notifications service writes emails without requests to other services. */
export const fact = {
  _id: Id,
  taskId: Type.Integer(),
  companyProfileId: Id,
  companyName: Type.String(),
  ownerId: Id,
  title: Type.String(),
  currentStatus: TaskStatus,
  /** The date of the task (`calendarDateOf`). Null in events of previous releases about the first task of a series. */
  targetPostingDate: nullableText('YYYY-MM-DD'),
  submissionForReview: nullableText('YYYY-MM-DD'),
  doneTaskImage: nullableText('public URL'),
}

/**
 * Number and content hash of the preview that the event is about. Both are absent if the task has no preview. Only the hash is absent
 * until a background job has computed it.
 */
export const preview = {
  previewNo: Type.Optional(Type.Integer()),
  contentHash: Type.Optional(Type.String({ description: 'SHA-256 in hexadecimal' })),
}

/** When the preview was delivered, by the business clock. Absent in events of the previous release. */
export const deliveredAt = Type.Optional(Instant)
/**
 * The content of the preview. With these data, the notifications service shows the preview in emails without requests to other services.
 * Previous releases publish no content.
 */
export const content = {
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
export const ReviewLink = Type.Object({ id: Id, recipientKind: oneOf(recipientKinds), recipientId: Id })
export const reviewLinks = Type.Optional(Type.Array(ReviewLink))

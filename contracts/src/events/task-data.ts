import * as Type from 'typebox'
import { TaskStatus } from '../http/tasks.ts'
import { Id, nullableInteger, nullableText, oneOf } from '../primitives.ts'
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
  /** The date of the task (`calendarDateOf`). */
  targetPostingDate: nullableText('YYYY-MM-DD'),
  submissionForReview: nullableText('YYYY-MM-DD'),
  doneTaskImage: nullableText('public URL'),
}

/** Number and content hash of the preview that the event is about. */
export const preview = {
  previewNo: Type.Integer(),
  contentHash: Type.String({ description: 'SHA-256 in hexadecimal' }),
}

/** The content of the preview. With these data, the notifications service shows the preview in emails without requests to other services. */
export const content = {
  previewId: Id,
  caption: Type.String(),
  files: Type.Array(
    Type.Object({
      kind: oneOf(contentKinds),
      thumbnail: nullableText('public URL of a JPEG of at most 320 pixels width; null until a background job has made it'),
      width: nullableInteger,
      height: nullableInteger,
      durationMs: nullableInteger,
    }),
  ),
  platforms: Type.Array(oneOf(platforms)),
  companyLogo: nullableText('public URL'),
  /** The differences from the previous preview. Absent for the first preview. */
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

import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, nullableInteger, nullableText, oneOf, pageQuery, TaskParams } from '../primitives.ts'
import { contentKinds, previewStates } from '../rules/previews.ts'

export const PreviewFile = Type.Object({
  kind: oneOf(contentKinds),
  mediaType: Type.String(),
  url: Type.String({ description: 'public URL of the file as it was uploaded' }),
  display: nullableText('public URL of a JPEG of at most 1,120 pixels width: of the picture, or of the poster'),
  thumbnail: nullableText('public URL of a JPEG of at most 320 pixels width'),
  poster: nullableText('public URL of the poster of a video or PDF file'),
  bytes: Type.Integer(),
  sha256: Type.String({ description: 'SHA-256 of the file in hexadecimal' }),
  width: nullableInteger,
  height: nullableInteger,
  durationMs: nullableInteger,
  alternativeText: Type.String({ description: 'of a picture, for people who do not see it; may be empty' }),
})
export type PreviewFile = Type.Static<typeof PreviewFile>

/**
 * A version of a task's content: a caption and files. Delivered previews of a task are numbered 1, 2, 3. A draft has no number. A withdrawn
 * preview keeps its number. Owners get only delivered previews, without the fields about admins.
 */
export const Preview = Type.Object({
  _id: Id,
  number: nullableInteger,
  state: oneOf(previewStates),
  caption: Type.String(),
  contentHash: Type.String({ description: 'SHA-256 of the caption and the files in hexadecimal' }),
  createdAt: Instant,
  deliveredAt: nullableText('ISO 8601 in UTC; null for a draft'),
  isCurrent: Type.Boolean(),
  isApproved: Type.Boolean(),
  files: Type.Array(PreviewFile),
  createdBy: Type.Optional(Type.String({ description: 'id of an admin' })),
  deliveredBy: Type.Optional(nullableText('id of an admin')),
  checkRequestedAt: Type.Optional(nullableText('ISO 8601 in UTC')),
  checkedBy: Type.Optional(nullableText('id of an admin')),
  checkedAt: Type.Optional(nullableText('ISO 8601 in UTC')),
  needsCheck: Type.Optional(Type.Boolean({ description: 'the company required a check when the draft was saved' })),
  withdrawnBy: Type.Optional(nullableText('id of an admin')),
  withdrawnAt: Type.Optional(nullableText('ISO 8601 in UTC')),
  withdrawnReason: Type.Optional(nullableText('only for the team')),
})
export type Preview = Type.Static<typeof Preview>

export const PREVIEW_PAGE_MAX = 50

export const listPreviews = defineRoute({
  id: 'listPreviews',
  method: 'GET',
  url: '/task/:id/previews',
  access: 'signed-in',
  summary: 'Lists the previews of a task, newest first. Admins also get the draft, as the first preview, and withdrawn previews',
  schema: { params: TaskParams, querystring: pageQuery(PREVIEW_PAGE_MAX), response: { 200: Type.Array(Preview) } },
})

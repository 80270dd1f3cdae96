import * as Type from 'typebox'
import { defineRoute, type FileField } from '../define.ts'
import { CompanyParams, Id, IMAGE_MAX_BYTES, MEGABYTE, Message, oneOf, recordOf, strictObject, TaskParams, text } from '../primitives.ts'
import { ALTERNATIVE_TEXT_MAX, CAPTION_MAX, contentFile, fileNumbers, POSTER_REFUSED } from '../rules/previews.ts'
import { videoFrames } from '../rules/proofreading.ts'
import { Preview } from './previews.ts'
import { Task } from './tasks.ts'

const PreviewParams = Type.Object({ previewId: Id })
const TaskAndPreview = Type.Object({ task: Task, preview: Preview })

const fileNames = fileNumbers.map((number) => `file${number}` as const)
const posterNames = fileNumbers.map((number) => `poster${number}` as const)
const durationNames = fileNumbers.map((number) => `duration${number}` as const)
const codecNames = fileNumbers.map((number) => `codec${number}` as const)
const alternativeTextNames = fileNumbers.map((number) => `alternativeText${number}` as const)
const frameNames = fileNumbers.flatMap((number) => videoFrames.map((frame) => `${frame}${number}` as const))

/** A frame of a video has at most 1,280 pixels. */
const FRAME_MAX_BYTES = 2 * MEGABYTE
const frameFile: FileField = { kind: 'poster', maxBytes: FRAME_MAX_BYTES, refusal: POSTER_REFUSED }
const posterFile: FileField = { kind: 'poster', maxBytes: IMAGE_MAX_BYTES, refusal: POSTER_REFUSED }

export const uploadPreview = defineRoute({
  id: 'uploadPreview',
  method: 'POST',
  url: '/admin/tasks/:id/previews',
  access: 'admin',
  idempotent: true,
  summary:
    'Delivers a preview of up to 10 files: `file1`, `file2`, … without gaps, each with an optional poster and alternative text and, for a ' +
    'video, its duration in milliseconds, its codec (for example `hvc1`), and its `first`, `middle` and `last` frame, which are only read by ' +
    'the check of previews. The task becomes Pending, also from Approved. With `deliver=false`, saves a draft that owners never see, in place of the ' +
    'previous draft. 409 if the company requires a check before delivery',
  schema: { params: TaskParams, response: { 201: TaskAndPreview } },
  form: {
    fields: strictObject({
      // Twice the maximum, because forms contain two characters for a line break.
      caption: Type.Optional(text(2 * CAPTION_MAX)),
      deliver: Type.Optional(oneOf(['true', 'false'])),
      ...recordOf(durationNames, () => Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' }))),
      ...recordOf(codecNames, () => Type.Optional(Type.String({ pattern: '^[A-Za-z0-9.]{1,40}$' }))),
      ...recordOf(alternativeTextNames, () => Type.Optional(text(2 * ALTERNATIVE_TEXT_MAX))),
    }),
    files: {
      ...recordOf(fileNames, () => contentFile),
      ...recordOf(posterNames, () => posterFile),
      ...recordOf(frameNames, () => frameFile),
    },
  },
})

export const requestPreviewCheck = defineRoute({
  id: 'requestPreviewCheck',
  method: 'POST',
  url: '/admin/previews/:previewId/request-check',
  access: 'admin',
  idempotent: true,
  summary: 'Requests the check of a draft by a second admin',
  schema: { params: PreviewParams, response: { 200: Preview } },
})

export const checkPreview = defineRoute({
  id: 'checkPreview',
  method: 'POST',
  url: '/admin/previews/:previewId/check',
  access: 'admin',
  idempotent: true,
  summary: 'Records that the caller has checked a draft. 409 for the admin who saved the draft',
  schema: { params: PreviewParams, response: { 200: Preview } },
})

export const deliverPreview = defineRoute({
  id: 'deliverPreview',
  method: 'POST',
  url: '/admin/previews/:previewId/deliver',
  access: 'admin',
  idempotent: true,
  summary:
    'Delivers a draft. 409 `check-required` if the company requires a check by a second admin and the draft was not checked; 409 ' +
    '`open-findings` if the draft has findings that are sure and not accepted, unless `despiteFindings`',
  schema: {
    params: PreviewParams,
    querystring: Type.Object({ despiteFindings: Type.Optional(Type.Boolean()) }),
    response: { 200: TaskAndPreview },
  },
})

export const removePreview = defineRoute({
  id: 'removePreview',
  method: 'DELETE',
  url: '/admin/previews/:previewId',
  access: 'admin',
  idempotent: true,
  summary: 'Deletes a draft with its files. 409 for a delivered preview',
  schema: { params: PreviewParams, response: { 200: Message } },
})

export const setPreviewCheck = defineRoute({
  id: 'setPreviewCheck',
  method: 'PUT',
  url: '/admin/companies/:companyProfileId/preview-check',
  access: 'operator',
  idempotent: true,
  summary:
    'Sets whether previews of a company need a check by a second admin before delivery. Drafts that were saved while the check was on ' +
    'still need it. A change is added to the audit trail, and the other admins get an email',
  schema: {
    params: CompanyParams,
    body: strictObject({ requiresCheck: Type.Boolean() }),
    response: { 200: Type.Object({ requiresCheck: Type.Boolean() }) },
  },
})

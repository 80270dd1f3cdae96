import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import {
  Id,
  Instant,
  nullableInteger,
  nullableObject,
  nullableText,
  oneOf,
  pageQuery,
  strictObject,
  TaskParams,
  TokenParams,
  text,
} from '../primitives.ts'
import { NOTE_PDF_PAGE_MAX, noteAuthorKinds, noteStates, noteVisibilities, PREVIEW_NOTE_MAX } from '../rules/preview-notes.ts'
import { contentKinds, fileNumbers } from '../rules/previews.ts'

/**
 * The author of a note or of a reply. Clients have no names, because another person may use a forwarded review link. Only admins get the
 * whole email address of a client.
 */
const NoteAuthor = Type.Object({
  kind: oneOf(noteAuthorKinds),
  name: Type.String({
    description: 'name of the agency, or email address of the client; for clients it is masked, such as m…@harborpine.example',
  }),
  isYou: Type.Boolean({ description: 'whether the caller is the author. For a review link: its recipient' }),
})

/** A reply to a note. The replies have the visibility of the note. */
export const NoteReply = Type.Object({ _id: Id, author: NoteAuthor, body: Type.String(), createdAt: Instant })
export type NoteReply = Type.Static<typeof NoteReply>

const nullableFraction = Type.Unsafe<number | null>({
  type: ['number', 'null'],
  description: '0 to 1, the part of the width or height of the natural picture',
})

/**
 * A note on a preview: on a point of a picture, a moment of a video, a page of a PDF file, or on the whole preview. Owners and recipients
 * of review links get only notes on delivered previews with the visibility `everyone`.
 */
export const PreviewNote = Type.Object({
  _id: Id,
  previewId: Id,
  previewNo: Type.Unsafe<number | null>({ ...nullableInteger, description: 'number of the preview; null for a draft' }),
  number: Type.Integer({ description: '1, 2, 3 for each preview and visibility' }),
  filePosition: Type.Unsafe<number | null>({ ...nullableInteger, description: '1 for the first file; null for the whole preview' }),
  x: nullableFraction,
  y: nullableFraction,
  atMs: Type.Unsafe<number | null>({ ...nullableInteger, description: 'milliseconds from the start of the video' }),
  page: Type.Unsafe<number | null>({ ...nullableInteger, description: '1 for the first page of the PDF file' }),
  /** The file that the note is about, so that a screen can show the place without loading the preview. Null for the whole preview. */
  file: nullableObject(
    Type.Object({
      kind: oneOf(contentKinds),
      url: Type.String({ description: 'public URL of the file as it was uploaded' }),
      display: nullableText('public URL of a JPEG of at most 1,120 pixels width: of the picture, or of the poster'),
      width: nullableInteger,
      height: nullableInteger,
    }),
  ),
  body: Type.String({ description: 'plain text' }),
  author: NoteAuthor,
  visibility: oneOf(noteVisibilities),
  state: oneOf(noteStates),
  version: Type.Integer({ description: 'increases with each change of the state' }),
  continues: nullableText('id of the note on an earlier preview that this note continues'),
  createdAt: Instant,
  replies: Type.Array(NoteReply, { description: 'oldest first' }),
})
export type PreviewNote = Type.Static<typeof PreviewNote>

export const PREVIEW_NOTE_PAGE_MAX = 50

const NoteParams = Type.Object({ noteId: Id })
const ReviewNoteParams = Type.Object({ ...TokenParams.properties, noteId: Id })

const noteQuery = Type.Object({
  ...pageQuery(PREVIEW_NOTE_PAGE_MAX).properties,
  previewId: Type.Optional(Type.String({ ...Id, description: 'only notes on this preview' })),
})

const optionalNumber = (schema: Record<string, unknown>) => Type.Optional(Type.Unsafe<number | null>(schema))

const noteFields = {
  previewId: Id,
  filePosition: optionalNumber({ type: ['integer', 'null'], minimum: 1, maximum: fileNumbers.length }),
  x: optionalNumber({ type: ['number', 'null'], minimum: 0, maximum: 1 }),
  y: optionalNumber({ type: ['number', 'null'], minimum: 0, maximum: 1 }),
  atMs: optionalNumber({ type: ['integer', 'null'], minimum: 0, maximum: 999_999_999 }),
  page: optionalNumber({ type: ['integer', 'null'], minimum: 1, maximum: NOTE_PDF_PAGE_MAX }),
  body: text(PREVIEW_NOTE_MAX),
  continues: Type.Optional(Type.Unsafe<string | null>({ ...Id, type: ['string', 'null'] })),
}

const NewNote = strictObject({ ...noteFields, visibility: Type.Optional(oneOf(noteVisibilities)) })
const NewClientNote = strictObject(noteFields)
const NewReply = strictObject({ body: text(PREVIEW_NOTE_MAX) })
const StateChange = strictObject({
  state: oneOf(noteStates),
  version: Type.Integer({ minimum: 1, description: 'the version of the note on the screen' }),
})

const current = 'the response contains the current note in `note`'
const ended = 'Ended links get 410 with the outcome in `review`'
const lookOnly = '403 `look-only` for a colleague who may only look'
const tooMany = '429 after too many notes, replies and changes of the caller'

export const listPreviewNotes = defineRoute({
  id: 'listPreviewNotes',
  method: 'GET',
  url: '/task/:id/preview-notes',
  access: 'signed-in',
  summary: 'Lists the notes on the previews of a task with their replies, oldest first. Only admins get team notes and notes on the draft',
  schema: { params: TaskParams, querystring: noteQuery, response: { 200: Type.Array(PreviewNote) } },
})

export const addPreviewNote = defineRoute({
  id: 'addPreviewNote',
  method: 'POST',
  url: '/task/:id/preview-notes',
  access: 'signed-in',
  idempotent: true,
  summary:
    'Adds a note on a preview. The visibility is `everyone`, or `team` if an admin writes it. Owners can write notes only on the current ' +
    'preview, until the task is posted, and a draft can have only team notes (409). 409 if the preview has too many notes, or if another ' +
    `note already continues the note in \`continues\`. 422 if the place does not fit the file. For owners: ${tooMany}`,
  schema: { params: TaskParams, body: NewNote, response: { 201: PreviewNote } },
})

export const addNoteReply = defineRoute({
  id: 'addNoteReply',
  method: 'POST',
  url: '/preview-notes/:noteId/replies',
  access: 'signed-in',
  idempotent: true,
  summary:
    'Adds a reply to a note. Returns the note. 409 if the note has too many replies, and for an owner if the task is posted. For owners: ' +
    tooMany,
  schema: { params: NoteParams, body: NewReply, response: { 201: PreviewNote } },
})

export const changePreviewNote = defineRoute({
  id: 'changePreviewNote',
  method: 'PUT',
  url: '/preview-notes/:noteId',
  access: 'signed-in',
  idempotent: true,
  summary:
    'Changes the state of a note. An admin resolves an open note. The owner accepts a resolved note, or opens it again. If the note already ' +
    `has the state, nothing changes. 409 if the change is not allowed, or if the note has another version: ${current}. For owners: ` +
    `409 if the task is posted, and ${tooMany}`,
  schema: { params: NoteParams, body: StateChange, response: { 200: PreviewNote } },
})

export const listReviewNotes = defineRoute({
  id: 'listReviewNotes',
  method: 'GET',
  url: '/review/:token/preview-notes',
  access: 'public',
  summary:
    'Lists the notes on the preview of a review link and on earlier previews, oldest first, without team notes. 404 for an invalid token, ' +
    '410 for a revoked or expired link',
  schema: { params: TokenParams, querystring: noteQuery, response: { 200: Type.Array(PreviewNote) } },
})

export const addReviewNote = defineRoute({
  id: 'addReviewNote',
  method: 'POST',
  url: '/review/:token/preview-notes',
  access: 'public',
  idempotent: true,
  summary:
    'Adds a note on the preview of an open review link. 409 if the preview has too many notes, if the note is on another preview, or if ' +
    'another note already continues the note in `continues`. 422 if the place does not fit the file. ' +
    `${lookOnly}. ${tooMany}. ${ended}`,
  schema: { params: TokenParams, body: NewClientNote, response: { 201: PreviewNote } },
})

export const addReviewNoteReply = defineRoute({
  id: 'addReviewNoteReply',
  method: 'POST',
  url: '/review/:token/preview-notes/:noteId/replies',
  access: 'public',
  idempotent: true,
  summary:
    'Adds a reply to a note, with an open review link. Returns the note. 409 if the note has too many replies. ' +
    `${lookOnly}. ${tooMany}. ${ended}`,
  schema: { params: ReviewNoteParams, body: NewReply, response: { 201: PreviewNote } },
})

export const changeReviewNote = defineRoute({
  id: 'changeReviewNote',
  method: 'PUT',
  url: '/review/:token/preview-notes/:noteId',
  access: 'public',
  idempotent: true,
  summary:
    'Accepts a resolved note, or opens it again, with an open review link. If the note already has the state, nothing changes. 409 if the ' +
    `change is not allowed, or if the note has another version: ${current}. ${lookOnly}. ${tooMany}. ${ended}`,
  schema: { params: ReviewNoteParams, body: StateChange, response: { 200: PreviewNote } },
})

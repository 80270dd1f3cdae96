import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, nullableInteger, nullableText, oneOf, pageQuery, strictObject, TaskParams, text } from '../primitives.ts'
import { NOTE_MAX, noteSources } from '../rules/notes.ts'
import { noteSides } from '../rules/preview-notes.ts'

/** A note on a task: a message, or a reply to an email with a review link. A note is never a decision. */
export const TaskNote = Type.Object({
  _id: Id,
  previewNo: Type.Unsafe<number | null>({
    ...nullableInteger,
    description: 'number of the preview that the email was about, or that was current; null if there was none',
  }),
  source: oneOf(noteSources),
  authorSide: oneOf(noteSides),
  isUnread: Type.Boolean({ description: 'the other side wrote the note after the last one that the side of the reader has seen' }),
  author: nullableText(
    'email address in the header From, which can be forged; null for a message, if there is none, or after it was erased',
  ),
  isFromRecipient: Type.Boolean({ description: 'whether `author` is the address to which the review link was sent; true for a message' }),
  isAutomatic: Type.Boolean({ description: 'whether a program sent the email, for example an absence notice' }),
  hasAttachments: Type.Boolean({ description: 'whether the email had attachments, which were not stored' }),
  text: Type.String({ description: 'the message, or plain text without quoted text and signature; empty if the email had no other text' }),
  createdAt: Instant,
})
export type TaskNote = Type.Static<typeof TaskNote>

export const NOTE_PAGE_MAX = 50

export const listNotes = defineRoute({
  id: 'listNotes',
  method: 'GET',
  url: '/task/:id/notes',
  access: 'signed-in',
  summary: 'Lists the notes on a task, newest first',
  schema: { params: TaskParams, querystring: pageQuery(NOTE_PAGE_MAX), response: { 200: Type.Array(TaskNote) } },
})

export const writeNote = defineRoute({
  id: 'writeNote',
  method: 'POST',
  url: '/task/notes/:id',
  access: 'signed-in',
  idempotent: true,
  summary: 'Writes a message on a task to the other side: the owner to the agency, an admin to the owner. The status of the task stays',
  schema: { params: TaskParams, body: strictObject({ text: text(NOTE_MAX) }), response: { 201: TaskNote } },
})

export const markNotesSeen = defineRoute({
  id: 'markNotesSeen',
  method: 'PUT',
  url: '/task/notes/:id/seen',
  access: 'signed-in',
  summary: 'Marks the notes on a task up to a note as seen by the side of the caller. Seen messages cause no emails',
  schema: {
    params: TaskParams,
    body: strictObject({ noteId: Id }),
    response: { 200: Type.Object({ success: Type.Literal(true) }) },
  },
})

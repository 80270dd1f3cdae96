import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, nullableText, oneOf, pageQuery, TaskParams } from '../primitives.ts'
import { noteSources } from '../rules/notes.ts'

/** A note on a task: a reply to an email with a review link. A note is never a decision. */
export const TaskNote = Type.Object({
  _id: Id,
  previewNo: Type.Integer({ description: 'number of the preview that the email was about' }),
  source: oneOf(noteSources),
  author: nullableText('email address in the header From, which can be forged; null if there is none, or after it was erased'),
  isFromRecipient: Type.Boolean({ description: 'whether `author` is the address to which the review link was sent' }),
  isAutomatic: Type.Boolean({ description: 'whether a program sent the email, for example an absence notice' }),
  hasAttachments: Type.Boolean({ description: 'whether the email had attachments, which were not stored' }),
  text: Type.String({ description: 'plain text without quoted text and signature; empty if the email had no other text' }),
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

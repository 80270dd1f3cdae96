import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Id, oneOf } from '../primitives.ts'
import { noteVisibilities } from '../rules/preview-notes.ts'
import { fact, ReviewLink } from './task-data.ts'

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
    mayAnswer: Type.Boolean({
      description: 'the recipient of the link may get an answer: the reply is neither automatic nor from another address',
    }),
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
    isWaiting: Type.Boolean({ description: 'the preview waits for a decision' }),
  }),
})

import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Id, oneOf } from '../primitives.ts'
import { noteSources } from '../rules/notes.ts'
import { noteSides, noteVisibilities } from '../rules/preview-notes.ts'
import { fact, ReviewLink } from './task-data.ts'

export const TaskNoteAdded = defineEvent({
  type: 'tasks.note-added.v1',
  summary:
    'Someone wrote a message on a task, or a reply to an email with a review link became a note. The status of the task has not changed',
  aggregate: 'task',
  data: Type.Object({
    ...fact,
    noteId: Id,
    source: oneOf(noteSources),
    authorSide: oneOf(noteSides),
    burstId: Type.Optional(Type.String({ ...Id, description: 'the first of several messages that one side wrote in a row' })),
    previewNo: Type.Optional(Type.Integer()),
    reviewLink: Type.Optional(ReviewLink),
    isFromRecipient: Type.Boolean({ description: 'a message, or the reply names the address to which the link was sent as its sender' }),
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

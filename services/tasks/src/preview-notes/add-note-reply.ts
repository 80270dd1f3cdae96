import type { Caller } from '@app/chassis/http/auth.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { NOTE_REPLIES_MAX, NOTE_REPLY_REQUIRED, TOO_MANY_NOTE_REPLIES } from '@app/contracts/rules/preview-notes.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { limitNotes } from './limit-notes.ts'
import { currentNote, type NoteSubject, noteConflict, withLockedNote, withReviewNote } from './note-subject.ts'
import { insertReply } from './preview-note.repository.ts'
import { publishNote } from './publish-note.ts'

async function storeReply(trx: Transaction<Tables>, deps: TasksDeps, subject: NoteSubject, text: string): Promise<PreviewNote> {
  const { note, participant } = subject
  const body = text.trim()
  if (isBlank(body)) throw refusedField('body', NOTE_REPLY_REQUIRED)
  if (note.replyCount >= NOTE_REPLIES_MAX) throw await noteConflict(trx, deps, subject, 'too-many-replies', TOO_MANY_NOTE_REPLIES)
  await limitNotes(trx, participant)
  await insertReply(trx, note.id, body, participant)
  await publishNote(trx, subject, 'replied')
  return currentNote(trx, deps, note.id, participant)
}

/** Adds a reply to a note in the portal or the dashboard. Returns the note. */
export const addNoteReply = (
  deps: TasksDeps,
  caller: Caller,
  noteId: string,
  body: string,
  idempotency: IdempotentRequest,
): Promise<PreviewNote> =>
  withLockedNote(deps, caller, noteId, async (trx, subject) => idempotency.storeResponse(trx, await storeReply(trx, deps, subject, body)))

/** Adds a reply to a note with a review link. Returns the note. */
export const addReviewNoteReply = (
  deps: TasksDeps,
  token: string,
  noteId: string,
  body: string,
  idempotency: IdempotentRequest,
): Promise<PreviewNote> =>
  withReviewNote(deps, token, noteId, async (trx, subject) => idempotency.storeResponse(trx, await storeReply(trx, deps, subject, body)))

import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { changePreviewNote as contract, PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { canChangeNote, type NoteState } from '@app/contracts/rules/preview-notes.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { limitNotes } from './limit-notes.ts'
import { currentNote, type NoteSubject, noteConflict, withLockedNote, withReviewNote } from './note-subject.ts'
import { sideOf } from './participant.ts'
import { setState } from './preview-note.repository.ts'
import { publishNote } from './publish-note.ts'

type StateChange = Type.Static<typeof contract.schema.body>

const changes = { open: 'reopened', resolved: 'resolved', accepted: 'accepted' } as const

const reasons: Readonly<Record<NoteState, string>> = {
  open: 'This note is still open.',
  resolved: 'This note is already marked as done.',
  accepted: 'This note has already been accepted.',
}

/**
 * Changes the state of a note. If the note already has the state, nothing changes, also if `version` is old. Throws 409 if the change is
 * not allowed, or if the note has another version.
 */
async function storeState(
  trx: Transaction<Tables>,
  deps: TasksDeps,
  subject: NoteSubject,
  { state, version }: StateChange,
): Promise<PreviewNote> {
  const { note, participant } = subject
  if (note.state === state) return currentNote(trx, deps, note.id, participant)
  if (!canChangeNote(sideOf(participant), note, state)) throw await noteConflict(trx, deps, subject, 'note-state', reasons[note.state])
  if (note.version !== version)
    throw await noteConflict(trx, deps, subject, 'note-changed', 'This note was changed in the meantime. Please check it again.')
  await limitNotes(trx, participant)
  await setState(trx, note.id, state)
  await publishNote(trx, subject, changes[state])
  return currentNote(trx, deps, note.id, participant)
}

/** Changes the state of a note in the portal or the dashboard. */
export const changePreviewNote = (
  deps: TasksDeps,
  caller: Caller,
  noteId: string,
  change: StateChange,
  idempotency: IdempotentRequest,
): Promise<PreviewNote> =>
  withLockedNote(deps, caller, noteId, async (trx, subject) => idempotency.storeResponse(trx, await storeState(trx, deps, subject, change)))

/** Changes the state of a note with a review link. */
export const changeReviewNote = (
  deps: TasksDeps,
  token: string,
  noteId: string,
  change: StateChange,
  idempotency: IdempotentRequest,
): Promise<PreviewNote> =>
  withReviewNote(deps, token, noteId, async (trx, subject) => idempotency.storeResponse(trx, await storeState(trx, deps, subject, change)))

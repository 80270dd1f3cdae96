import type { Caller } from '@app/chassis/http/auth.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { addPreviewNote as contract, PreviewNote, addReviewNote as reviewContract } from '@app/contracts/http/preview-notes.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import {
  checkNotePlace,
  type NoteVisibility,
  PREVIEW_NOTE_REQUIRED,
  PREVIEW_NOTES_MAX,
  TOO_MANY_PREVIEW_NOTES,
} from '@app/contracts/rules/preview-notes.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { findPreview, type PreviewRow } from '../previews/preview.repository.ts'
import { previewNotFound } from '../previews/with-locked-preview.ts'
import { requireOpen, withLockedReview } from '../reviews/with-review.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { conflict, previewReplaced, withLockedTask } from '../tasks/with-locked-task.ts'
import { limitNotes } from './limit-notes.ts'
import { currentNote } from './note-subject.ts'
import { type Participant, participantOf, participantWithLink } from './participant.ts'
import { findNote, insertNote, isContinued, lastNumber } from './preview-note.repository.ts'
import { publishNote } from './publish-note.ts'
import { requireChangeable } from './require-changeable.ts'

type NewNote = Type.Static<typeof contract.schema.body>
type NewReviewNote = Type.Static<typeof reviewContract.schema.body>

const TEAM_NOTE_BY_CLIENT = 'Only our team can write team notes.'
const NOTE_ON_DRAFT = 'A draft can only have team notes, because companies do not see drafts.'
const NOTE_ON_WITHDRAWN = 'A withdrawn preview can only have team notes, because companies no longer see it.'
const CONTINUES_INVALID = 'Please choose a note on an earlier version.'
const ALREADY_CONTINUED = 'A note on a newer version already continues this note.'

interface Target {
  task: LockedTask
  preview: PreviewRow
  participant: Participant
}

/** Throws 422 if a note on `preview` cannot continue this note, and 409 if another note already continues this note. */
async function requireContinuable(
  trx: Transaction<Tables>,
  { task, preview }: Target,
  { continues, visibility }: { continues: string | null; visibility: NoteVisibility },
): Promise<void> {
  if (continues === null) return
  const earlier = await findNote(trx, continues)
  const earlierNo = earlier?.previewNo ?? null
  const isEarlier = earlierNo !== null && (preview.number === null || earlierNo < preview.number)
  if (earlier?.taskId !== task._id || !isEarlier || earlier.visibility !== visibility) throw refusedField('continues', CONTINUES_INVALID)
  if (await isContinued(trx, continues)) throw new AppError('note-continued', 'conflict', ALREADY_CONTINUED)
}

/** Checks the rules that all notes have in common, and stores the note with its event. */
async function storeNote(trx: Transaction<Tables>, deps: TasksDeps, target: Target, note: NewNote): Promise<PreviewNote> {
  const { task, preview, participant } = target
  const { visibility = 'everyone' } = note
  const continues = note.continues ?? null
  const body = note.body.trim()
  if (isBlank(body)) throw refusedField('body', PREVIEW_NOTE_REQUIRED)
  const { filePosition = null, x = null, y = null, atMs = null, page = null } = note
  const place = { filePosition, x, y, atMs, page }
  const files = preview.files.map(({ kind, duration_ms }) => ({ kind, durationMs: duration_ms }))
  const [fault] = checkNotePlace(place, files)
  if (fault) throw refusedField(fault.field, fault.message)
  await requireContinuable(trx, target, { continues, visibility })
  const last = await lastNumber(trx, preview.id, visibility)
  if (last >= PREVIEW_NOTES_MAX) throw new AppError('too-many-notes', 'conflict', TOO_MANY_PREVIEW_NOTES)
  await limitNotes(trx, participant)
  const id = await insertNote(trx, {
    taskId: task._id,
    previewId: preview.id,
    number: last + 1,
    place,
    body,
    visibility,
    continues,
    author: participant,
  })
  const added = await findNote(trx, id)
  if (!added) throw new Error('The note was not stored')
  await publishNote(trx, { task, note: added, participant }, 'added')
  return currentNote(trx, deps, id, participant)
}

/**
 * Returns the preview of a task. Throws 404 if the task has no such preview, for clients if the preview is a draft, and for owners if it
 * was withdrawn. Review links of a withdrawn preview have their own state.
 */
async function previewFor(trx: Transaction<Tables>, task: LockedTask, id: string, participant: Participant): Promise<PreviewRow> {
  const preview = await findPreview(trx, id)
  if (preview?.task_id !== task._id) throw previewNotFound()
  const isHidden = preview.state === 'draft' ? participant.kind !== 'agency' : preview.state === 'withdrawn' && participant.kind === 'owner'
  if (isHidden) throw previewNotFound()
  return preview
}

/** Adds a note in the portal or the dashboard. */
export const addPreviewNote = (
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  note: NewNote,
  idempotency: IdempotentRequest,
): Promise<PreviewNote> =>
  withLockedTask(deps, caller, ref, async (trx, task) => {
    const participant = participantOf(caller)
    const preview = await previewFor(trx, task, note.previewId, participant)
    if (caller.role === 'owner') {
      if (note.visibility === 'team') throw refusedField('visibility', TEAM_NOTE_BY_CLIENT)
      if (preview.number !== task.previewNo) throw previewReplaced(deps, task)
      requireChangeable(deps, task, participant)
    }
    if (preview.state !== 'delivered' && note.visibility !== 'team')
      throw conflict(deps, task, 'team-notes-only', preview.state === 'draft' ? NOTE_ON_DRAFT : NOTE_ON_WITHDRAWN)
    return idempotency.storeResponse(trx, await storeNote(trx, deps, { task, preview, participant }, note))
  })

/** Adds a note with a review link. Throws 410 if the link is not open, and 409 if the note is on a preview that the link does not show. */
export const addReviewNote = (deps: TasksDeps, token: string, note: NewReviewNote, idempotency: IdempotentRequest): Promise<PreviewNote> =>
  withLockedReview(deps, token, async (trx, subject) => {
    const { link, task } = subject
    const participant = participantWithLink(link)
    const preview = await previewFor(trx, task, note.previewId, participant)
    await requireOpen(trx, deps, subject, preview.number ?? 0)
    return idempotency.storeResponse(trx, await storeNote(trx, deps, { task, preview, participant }, note))
  })

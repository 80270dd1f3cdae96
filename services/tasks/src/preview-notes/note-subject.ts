import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { type Caller, ownerIdOf } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { requireOpenLink, withLockedReview } from '../reviews/with-review.ts'
import { type LockedTask, lockTask } from '../tasks/task.repository.ts'
import { type Participant, participantOf, participantWithLink, sideOf } from './participant.ts'
import { findNote, type NoteRow } from './preview-note.repository.ts'
import { requireChangeable } from './require-changeable.ts'
import { toPreviewNotes } from './to-preview-note.ts'

/** A note with its task, which is locked until commit, and the participant who changes the note. */
export interface NoteSubject {
  task: LockedTask
  note: NoteRow
  participant: Participant
}

type NoteChange<T> = (trx: Transaction<Tables>, subject: NoteSubject) => Promise<T>

const noteNotFound = (): AppError => new AppError('note-not-found', 'not-found', 'Note not found')

/** Whether a participant may see a note. `upTo` is the number of the last preview that the participant may see. */
const isVisible = ({ visibility, previewNo, previewState }: NoteRow, participant: Participant, upTo: number): boolean =>
  sideOf(participant) === 'agency' || (visibility === 'everyone' && previewState === 'delivered' && previewNo !== null && previewNo <= upTo)

/**
 * Runs a change of a note in a transaction that locks the row of its task. Throws 404 if the note does not exist, or if the caller may not
 * see it. Throws 409 for an owner if the task is posted.
 */
export async function withLockedNote<T>(deps: TasksDeps, caller: Caller, id: string, change: NoteChange<T>): Promise<T> {
  const found = await findNote(deps.db, id)
  if (!found) throw noteNotFound()
  return inTransaction(
    deps.db,
    async (trx) => {
      const task = await lockTask(trx, found.taskId, ownerIdOf(caller))
      if (!task) throw noteNotFound()
      // Reads the note again, because another transaction may have changed it before the lock was acquired.
      const note = await findNote(trx, id)
      const participant = participantOf(caller)
      if (!note || !isVisible(note, participant, Number.POSITIVE_INFINITY)) throw noteNotFound()
      requireChangeable(deps, task, participant)
      return change(trx, { task, note, participant })
    },
    { row: `task ${caller.id} ${found.taskId}` },
  )
}

/**
 * Runs a change of a note with a review link, in a transaction that locks the task and prevents a revocation of the link. Throws 404 if the
 * note does not belong to the link's preview or to an earlier one. Throws 410 if the link is not open.
 */
export const withReviewNote = <T>(deps: TasksDeps, token: string, id: string, change: NoteChange<T>): Promise<T> =>
  withLockedReview(deps, token, async (trx, subject) => {
    await requireOpenLink(trx, deps, subject)
    const { link, task } = subject
    const participant = participantWithLink(link)
    const note = await findNote(trx, id)
    if (note?.taskId !== task._id || !isVisible(note, participant, link.previewNo)) throw noteNotFound()
    return change(trx, { task, note, participant })
  })

/** Returns a note as responses to this participant contain it. */
export async function currentNote(db: Kysely<Tables>, deps: TasksDeps, id: string, participant: Participant): Promise<PreviewNote> {
  const row = await findNote(db, id)
  const [note] = row ? await toPreviewNotes(db, deps, [row], participant) : []
  if (!note) throw new Error(`The note ${id} does not exist`)
  return note
}

/** Creates an error with status code 409. The response contains the current note. */
export async function noteConflict(
  trx: Transaction<Tables>,
  deps: TasksDeps,
  { note, participant }: NoteSubject,
  code: string,
  message: string,
): Promise<AppError> {
  return new AppError(code, 'conflict', message, { extensions: { note: await currentNote(trx, deps, note.id, participant) } })
}

import type { Caller } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { TasksDeps } from '../deps.ts'
import { participantOf, sideOf } from '../preview-notes/participant.ts'
import { requireTask } from '../tasks/with-locked-task.ts'
import { findNote, saveSeen } from './note.repository.ts'

const noteNotFound = (): AppError => new AppError('note-not-found', 'not-found', 'Note not found')

/**
 * Marks the notes on a task up to a note as seen by the side of the caller. One admin sees them for all admins. Throws 404 for a task that
 * the caller may not see, and for a note on another task.
 */
export async function markSeen(deps: TasksDeps, caller: Caller, ref: string, noteId: string): Promise<void> {
  const task = await requireTask(deps, caller, ref)
  const side = sideOf(participantOf(caller))
  if (!(await findNote(deps.db, task._id, noteId, side))) throw noteNotFound()
  await saveSeen(deps.db, task._id, side, noteId)
}

import { type Caller, ownerIdOf } from '@app/chassis/http/auth.ts'
import type { TaskNote } from '@app/contracts/http/notes.ts'
import type { TasksDeps } from '../deps.ts'
import { findTask } from '../tasks/task.repository.ts'
import { taskNotFound } from '../tasks/with-locked-task.ts'
import { findNotes } from './note.repository.ts'

/** Lists notes on a task that the caller may see, newest first. Throws 404 if there is no such task. */
export async function listNotes(
  { db }: TasksDeps,
  caller: Caller,
  ref: string,
  page: { limit: number; before?: string },
): Promise<TaskNote[]> {
  const task = await findTask(db, ref, ownerIdOf(caller))
  if (!task) throw taskNotFound()
  return findNotes(db, task._id, page)
}

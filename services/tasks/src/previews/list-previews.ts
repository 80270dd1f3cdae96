import { type Caller, ownerIdOf } from '@app/chassis/http/auth.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { TasksDeps } from '../deps.ts'
import { findTask } from '../tasks/task.repository.ts'
import { taskNotFound } from '../tasks/with-locked-task.ts'
import { findPreviews } from './preview.repository.ts'
import { toAdminsPreview, toOwnersPreview } from './to-preview.ts'

/** Lists previews of a task that the caller may see, newest first. Only admins get the draft. Throws 404 if there is no such task. */
export async function listPreviews(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  page: { limit: number; before?: number },
): Promise<Preview[]> {
  const task = await findTask(deps.db, ref, ownerIdOf(caller))
  if (!task) throw taskNotFound()
  const isAdmin = caller.role === 'admin'
  const rows = await findPreviews(deps.db, task._id, { ...page, withDraft: isAdmin })
  return rows.map((row) => (isAdmin ? toAdminsPreview(deps, row, task) : toOwnersPreview(deps, row, task)))
}

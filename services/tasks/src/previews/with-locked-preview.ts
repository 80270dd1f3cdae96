import type { Caller } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { conflict, withLockedTask } from '../tasks/with-locked-task.ts'
import { findPreview, type PreviewRow } from './preview.repository.ts'

export const previewNotFound = (): AppError => new AppError('preview-not-found', 'not-found', 'Preview not found')

/** Runs a change of a preview in a transaction that locks the row of its task. Throws 404 if the preview does not exist. */
export async function withLockedPreview<T>(
  deps: TasksDeps,
  caller: Caller,
  id: string,
  change: (trx: Transaction<Tables>, task: LockedTask, preview: PreviewRow) => Promise<T>,
): Promise<T> {
  const found = await findPreview(deps.db, id)
  if (!found) throw previewNotFound()
  return withLockedTask(deps, caller, found.task_id, async (trx, task) => {
    // The draft may have been replaced or delivered before the lock was acquired.
    const preview = await findPreview(trx, id)
    if (!preview) throw previewNotFound()
    return change(trx, task, preview)
  })
}

/** Throws 409 if the preview is not a draft. Only a draft can be checked, deleted and delivered. */
export function requireDraft(deps: TasksDeps, task: LockedTask, preview: PreviewRow): void {
  if (preview.state !== 'draft') throw conflict(deps, task, 'preview-delivered', 'This preview has already been delivered.')
}

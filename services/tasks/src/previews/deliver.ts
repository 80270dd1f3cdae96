import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { PreviewUploaded } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { issueLinks } from '../reviews/issue-links.ts'
import { changeTask, type LockedTask } from '../tasks/task.repository.ts'
import { conflict, requireAllowed } from '../tasks/with-locked-task.ts'
import { requiresCheck } from './company-setting.repository.ts'
import { previewData } from './preview-content.ts'

const CHECK_REQUIRED =
  'Previews of this company need a check by a second admin. Save the preview as a draft, and ask another admin to check it.'

/** Throws 409 if no preview can be delivered in the task's status, or if the company requires a check that has not been done. */
export async function requireDeliverable(
  trx: Transaction<Tables>,
  deps: TasksDeps,
  task: LockedTask,
  { isChecked }: { isChecked: boolean },
): Promise<void> {
  requireAllowed(deps, task, 'deliver-preview')
  if (!isChecked && (await requiresCheck(trx, task.companyProfileId))) throw conflict(deps, task, 'check-required', CHECK_REQUIRED)
}

/**
 * Makes a delivered preview the current preview of its task, clears the approval of the previous preview, and adds review links and the event. `image` is
 * the key of the picture that represents the preview.
 */
export async function makeCurrent(
  trx: Transaction<Tables>,
  deps: TasksDeps,
  task: LockedTask,
  number: number,
  image: string,
): Promise<LockedTask> {
  const change = { status: 'Pending', done_task_image: image, preview_number: number, approved_preview_number: null } as const
  const changed = await changeTask(trx, task, change)
  const data = await previewData(trx, changed, deps.store.publicUrl, await issueLinks(trx, deps, changed))
  await addEvent(trx, PreviewUploaded, { aggregateId: task._id, version: changed.version, data })
  return changed
}

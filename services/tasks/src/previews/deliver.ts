import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { PreviewUploaded } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { issueLinks } from '../reviews/issue-links.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import { changeTask, type LockedTask } from '../tasks/task.repository.ts'
import { conflict, requireAllowed } from '../tasks/with-locked-task.ts'
import { requiresCheck } from './company-setting.repository.ts'
import { lastPreviewNo, type PreviewFileRow } from './preview.repository.ts'
import { thumbnailOf } from './thumbnail.repository.ts'

const CHECK_REQUIRED = 'A second admin must check previews of this company. Save the preview as a draft, and ask another admin to check it.'

type PreviewPicture = Pick<PreviewFileRow, 'key' | 'display_key' | 'thumbnail_key' | 'width' | 'height'>

/** A preview that is being delivered, with its new number. */
interface DeliveredPreview {
  id: string
  number: number
  files: readonly PreviewPicture[]
}

const firstOf = ([first]: readonly PreviewPicture[]): PreviewPicture => {
  if (!first) throw new Error('The preview has no files')
  return first
}

/**
 * Throws 409 if no preview can be delivered in the task's status, or if a required check has not been done. The check is required by the
 * company, or by the draft (`needsCheck`), because the company required it when the draft was saved.
 */
export async function requireDeliverable(
  trx: Transaction<Tables>,
  deps: TasksDeps,
  task: LockedTask,
  { isChecked, needsCheck }: { isChecked: boolean; needsCheck: boolean },
): Promise<void> {
  requireAllowed(deps, task, 'deliver-preview')
  if (!isChecked && (needsCheck || (await requiresCheck(trx, task.companyProfileId))))
    throw conflict(deps, task, 'check-required', CHECK_REQUIRED)
}

/** Returns the number of the next preview of a task. The numbers of withdrawn previews are never used again. */
export const nextNumber = async (trx: Transaction<Tables>, { _id }: LockedTask): Promise<number> => (await lastPreviewNo(trx, _id)) + 1

/** Returns the columns of a task that show its current preview. */
export function currentColumns(number: number, files: readonly PreviewPicture[]) {
  const first = firstOf(files)
  const thumbnail = thumbnailOf(first)
  return {
    done_task_image: first.display_key ?? first.key,
    done_task_thumbnail: thumbnail && JSON.stringify(thumbnail),
    preview_number: number,
    approved_preview_number: null,
    reminded_at: null,
  }
}

/**
 * Makes a delivered preview the current preview of its task, and clears the approval of the previous preview. Adds the review links and the
 * event `PreviewUploaded`. The first file becomes the image and the thumbnail of the task.
 */
export async function makeCurrent(
  trx: Transaction<Tables>,
  deps: TasksDeps,
  task: LockedTask,
  { id: previewId, number: previewNo, files }: DeliveredPreview,
): Promise<LockedTask> {
  const reviewLinks = await issueLinks(trx, deps, task, previewNo)
  const changed = await changeTask(trx, task, {
    status: 'Pending',
    ...currentColumns(previewNo, files),
    preview_brief_version: task.briefVersion,
  })
  const data = { ...eventPayload(changed), previewId, previewNo, deliveredAt: deps.now().toISOString() }
  await addEvent(trx, PreviewUploaded, {
    aggregateId: task._id,
    version: changed.version,
    data: { ...data, ...(reviewLinks.length > 0 && { reviewLinks }) },
  })
  return changed
}

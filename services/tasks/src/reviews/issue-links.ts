import type { EventData } from '@app/contracts/define.ts'
import type { PreviewUploaded } from '@app/contracts/events/tasks.ts'
import { REVIEW_LINK_DAYS } from '@app/contracts/rules/reviews.ts'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { insertLinks } from './review-link.repository.ts'

const DAY_MS = 86_400_000

export const expiryAfter = (time: number): Date => new Date(time + REVIEW_LINK_DAYS * DAY_MS)

/**
 * Creates the links to a preview of a task, one for each recipient. The caller must call this function before it changes the task:
 * `owner_address` must be locked before `task_counts` (see Locks in the README). Returns the fields of the event about the preview.
 */
export async function issueLinks(
  trx: Transaction<Tables>,
  { now }: { now: () => Date },
  task: LockedTask,
  previewNo: number,
): Promise<Pick<EventData<typeof PreviewUploaded>, 'reviewLinks'>> {
  const { _id: taskId, ownerId, companyProfileId: companyId } = task
  const expiresAt = expiryAfter(now().getTime())
  const reviewLinks = await insertLinks(trx, { newId: uuidv7(), taskId, previewNo, ownerId, companyId, expiresAt })
  return reviewLinks.length > 0 ? { reviewLinks } : {}
}

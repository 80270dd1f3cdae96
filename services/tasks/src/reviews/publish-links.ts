import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { ReviewLinkIssued } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findSummary } from '../previews/preview.repository.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import type { NewLink } from './review-link.repository.ts'

/** Adds one event for each further link to the current preview of a task. */
export async function publishLinks(
  trx: Transaction<Tables>,
  task: LockedTask,
  previewNo: number,
  reviewLinks: readonly NewLink[],
): Promise<void> {
  const { id: previewId } = await findSummary(trx, task._id, previewNo)
  for (const reviewLink of reviewLinks)
    await addEvent(trx, ReviewLinkIssued, {
      aggregateId: task._id,
      version: task.version,
      data: { ...eventPayload(task), previewId, previewNo, reviewLink },
    })
}

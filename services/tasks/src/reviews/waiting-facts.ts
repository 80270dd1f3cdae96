import type { EventData } from '@app/contracts/define.ts'
import type { TaskState } from '@app/contracts/events/tasks.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { findNewestLinks } from './review-link.repository.ts'

type WaitingFacts = Pick<EventData<typeof TaskState>, 'previewNo' | 'deliveredAt' | 'reviewLinks'>

/**
 * Returns fields for the state events of tasks: the fields about the current previews. The keys of the map are task ids. The map contains
 * only previews that wait for a decision, and approved previews. An approved preview is included, because it waits for a decision again if
 * the approval is withdrawn.
 */
export async function waitingFacts(db: Kysely<Tables>, tasks: readonly LockedTask[]): Promise<Map<string, WaitingFacts>> {
  const ids = tasks.filter((task) => task.currentStatus === 'Approved' || canReview(task)).map(({ _id }) => _id)
  const { rows } = await sql<{ taskId: string; previewNo: number; deliveredAt: string }>`
    select task.id as "taskId", number as "previewNo", delivered_at as "deliveredAt"
    from task join preview on preview.task_id = task.id and preview.number = task.preview_number
    where task.id = any(${ids}::uuid[])`.execute(db)
  const links = Map.groupBy(await findNewestLinks(db, ids), ({ taskId }) => taskId)
  return new Map(
    rows.map(({ taskId, previewNo, deliveredAt }) => {
      const reviewLinks = links.get(taskId)?.map(({ id, recipientKind, recipientId }) => ({ id, recipientKind, recipientId }))
      return [taskId, { previewNo, deliveredAt, ...(reviewLinks && { reviewLinks }) }]
    }),
  )
}

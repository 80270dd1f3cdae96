import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { findSummary } from './preview.repository.ts'

/** The fields of a decision about the current preview. */
export interface PreviewFacts {
  previewNo: number
  contentHash: string
}

/** Returns the number of the current preview. Throws if the task has no preview. */
export function currentPreviewNo({ taskId, previewNo }: Pick<LockedTask, 'taskId' | 'previewNo'>): number {
  if (previewNo === null) throw new Error(`task ${taskId} has no preview`)
  return previewNo
}

/** Returns number and content hash of the current preview. Throws if the task has no preview. */
export async function previewFacts(trx: Transaction<Tables>, task: LockedTask): Promise<PreviewFacts> {
  const previewNo = currentPreviewNo(task)
  return { previewNo, contentHash: (await findSummary(trx, task._id, previewNo)).content_hash }
}

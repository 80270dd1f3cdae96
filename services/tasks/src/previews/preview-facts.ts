import type { EventData } from '@app/contracts/define.ts'
import type { PreviewUploaded } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { findContentHash } from './preview.repository.ts'

type PreviewFacts = Pick<EventData<typeof PreviewUploaded>, 'previewNo' | 'contentHash'>

/** Returns the content hash of the current preview. Undefined until the hash is computed, and without a preview. */
export async function currentContentHash(trx: Transaction<Tables>, { _id, previewNo }: LockedTask): Promise<string | undefined> {
  return previewNo === null ? undefined : findContentHash(trx, _id, previewNo)
}

/** Returns the fields of an event about the current preview. */
export async function previewFacts(trx: Transaction<Tables>, task: LockedTask): Promise<PreviewFacts> {
  const contentHash = await currentContentHash(trx, task)
  return { ...(task.previewNo !== null && { previewNo: task.previewNo }), ...(contentHash && { contentHash }) }
}

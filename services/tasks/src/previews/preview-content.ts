import type { EventData } from '@app/contracts/define.ts'
import type { PreviewUploaded } from '@app/contracts/events/tasks.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findReviewCompany } from '../reviews/review-company.repository.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { type PublicUrl, urlOf } from '../tasks/task-row.ts'
import { findPreviews, type PreviewFileRow } from './preview.repository.ts'
import { changesBetween } from './preview-changes.ts'
import { previewFacts } from './preview-facts.ts'

type PreviewData = Omit<EventData<typeof PreviewUploaded>, 'deliveredAt'>

const toFile = ({ kind, thumbnail_key, width, height, duration_ms }: PreviewFileRow, publicUrl: PublicUrl) => ({
  kind,
  thumbnail: urlOf(thumbnail_key, publicUrl),
  width,
  height,
  durationMs: duration_ms,
})

/** Returns the content of a preview, and how it differs from the previous preview. */
async function previewContent(
  trx: Transaction<Tables>,
  task: LockedTask,
  previewNo: number,
  publicUrl: PublicUrl,
): Promise<Pick<PreviewData, 'previewId' | 'caption' | 'files' | 'platforms' | 'companyLogo' | 'changes'>> {
  const [current, previous] = await findPreviews(trx, task._id, { withDraft: false, before: previewNo + 1, limit: 2 })
  if (current?.number !== previewNo) throw new Error(`task ${task.taskId} has no preview ${previewNo}`)
  const changes = changesBetween(previous, current)
  return {
    previewId: current.id,
    caption: current.caption,
    files: current.files.map((file) => toFile(file, publicUrl)),
    platforms: platforms.filter((platform) => task[platform]),
    companyLogo: (await findReviewCompany(trx, task.companyProfileId)).logo,
    ...(changes && { changes }),
  }
}

/** Returns the data of an event about the current preview of a task. An email about the preview shows these data. */
export async function previewData(
  trx: Transaction<Tables>,
  task: LockedTask,
  publicUrl: PublicUrl,
  reviewLinks: Pick<PreviewData, 'reviewLinks'>,
): Promise<PreviewData> {
  const facts = await previewFacts(trx, task)
  const content = await previewContent(trx, task, facts.previewNo, publicUrl)
  return { ...eventPayload(task, publicUrl), ...facts, ...content, ...reviewLinks }
}

import { Task } from '@app/contracts/http/tasks.ts'
import type { Rollback, StoredThumbnail } from '../db/tables.ts'
import { type StoredField, storedFields } from '../db/task-columns.ts'
import { pick } from './pick.ts'

/** A row that `taskSelection` selects. Images are keys of files in the file store. */
export type TaskRow = Omit<Pick<Task, StoredField>, 'rollbackFeedback' | 'doneTaskThumbnail'> & {
  rollbackFeedback: Rollback[]
  doneTaskThumbnail: StoredThumbnail | null
}

export type PublicUrl = (key: string) => string

export const urlOf = (key: string | null, publicUrl: PublicUrl): string | null => (key === null ? null : publicUrl(key))

/** Returns a thumbnail with its URL instead of its key. */
export const thumbnailUrlOf = (stored: StoredThumbnail | null, publicUrl: PublicUrl): Task['doneTaskThumbnail'] =>
  stored && { url: publicUrl(stored.key), width: stored.width, height: stored.height }

const recurrenceFields = Object.keys(Task.properties.recurrence.properties) as (keyof Task['recurrence'])[]

export function toTask(row: TaskRow, publicUrl: PublicUrl): Task {
  return {
    ...pick(row, storedFields),
    referenceImage: urlOf(row.referenceImage, publicUrl),
    doneTaskImage: urlOf(row.doneTaskImage, publicUrl),
    doneTaskThumbnail: thumbnailUrlOf(row.doneTaskThumbnail, publicUrl),
    rollbackFeedback: row.rollbackFeedback.map((entry) => ({
      feedback: entry.feedback,
      clientSuggestImage: urlOf(entry.clientSuggestImage, publicUrl),
      doneTaskImage: urlOf(entry.doneTaskImage, publicUrl),
      previewNo: entry.previewNo,
      ...(entry.isUnconfirmed && { isUnconfirmed: true }),
      createdAt: entry.createdAt,
    })),
    recurrence: pick(row, recurrenceFields),
  }
}

import { Task } from '@app/contracts/http/tasks.ts'
import type { Rollback } from '../db/tables.ts'
import { type StoredField, storedFields } from '../db/task-columns.ts'
import { pick } from './pick.ts'

/** A row that `taskSelection` selects. Images are keys of files in the file store. */
export type TaskRow = Omit<Pick<Task, StoredField>, 'rollbackFeedback'> & { rollbackFeedback: Rollback[] }

export type PublicUrl = (key: string) => string

export const urlOf = (key: string | null, publicUrl: PublicUrl): string | null => (key === null ? null : publicUrl(key))

const recurrenceFields = Object.keys(Task.properties.recurrence.properties) as (keyof Task['recurrence'])[]

export function toTask(row: TaskRow, publicUrl: PublicUrl): Task {
  return {
    ...pick(row, storedFields),
    referenceImage: urlOf(row.referenceImage, publicUrl),
    doneTaskImage: urlOf(row.doneTaskImage, publicUrl),
    rollbackFeedback: row.rollbackFeedback.map((entry) => ({
      feedback: entry.feedback,
      clientSuggestImage: urlOf(entry.clientSuggestImage, publicUrl),
      doneTaskImage: urlOf(entry.doneTaskImage, publicUrl),
      ...(entry.previewNo !== undefined && { previewNo: entry.previewNo }),
      createdAt: entry.createdAt,
    })),
    recurrence: pick(row, recurrenceFields),
  }
}

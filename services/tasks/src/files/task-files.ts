import { PUBLIC_PREFIX } from '@app/chassis/storage/object-store.ts'
import type { TaskRow } from '../tasks/task-row.ts'

export const TASK_FILES = `${PUBLIC_PREFIX}tasks/`
export const PREVIEW_FILES = `${PUBLIC_PREFIX}previews/`

/** Returns the keys of the files to which the row of a task refers. */
export function filesOf({ referenceImage, doneTaskImage, rollbackFeedback }: TaskRow): string[] {
  const named = [referenceImage, doneTaskImage, ...rollbackFeedback.flatMap((entry) => [entry.clientSuggestImage, entry.doneTaskImage])]
  return [...new Set(named.filter((key) => key !== null))]
}

import { PUBLIC_PREFIX } from '@app/chassis/storage/object-store.ts'
import type { TaskRow } from '../tasks/task-row.ts'

/** Prefix of the object keys of task files. */
export const TASK_FILES = `${PUBLIC_PREFIX}tasks/`

/** Returns the object keys of all files to which a task refers. */
export function filesOf({ referenceImage, doneTaskImage, rollbackFeedback }: TaskRow): string[] {
  const named = [referenceImage, doneTaskImage, ...rollbackFeedback.flatMap((entry) => [entry.clientSuggestImage, entry.doneTaskImage])]
  return [...new Set(named.filter((key) => key !== null))]
}

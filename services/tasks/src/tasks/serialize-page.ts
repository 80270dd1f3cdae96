import type { TasksDeps } from '../deps.ts'
import { type StoredPage, TASK_SEPARATOR } from './list.repository.ts'
import { findVersionedRows, type SerializedTask, storeSerialized } from './serialized-task.repository.ts'
import type { TaskSerializer } from './task-serializer.ts'

type StoreDeps = Pick<TasksDeps, 'db' | 'log'>

/** Stores JSON in the cache. An error is only logged, so that the request succeeds. */
async function store({ db, log }: StoreDeps, formatHash: string, tasks: readonly SerializedTask[]): Promise<void> {
  try {
    await storeSerialized(db, formatHash, tasks)
  } catch (err) {
    log.warn({ err, tasks: tasks.length }, 'the JSON of tasks could not be stored')
  }
}

/**
 * Returns the tasks of a page as JSON texts. Each text is a part of a JSON array, without brackets. Serializes and caches tasks without
 * current JSON in the cache.
 */
export async function serializePage(
  deps: StoreDeps,
  { formatHash, serialize }: TaskSerializer,
  { texts, missing }: StoredPage,
): Promise<string[]> {
  if (missing.length === 0) return texts
  const rows = await findVersionedRows(deps.db, missing)
  const serialized = rows.map((row) => ({ id: row._id, rowVersion: row.rowVersion, json: serialize(row) }))
  await store(deps, formatHash, serialized)
  const jsonById = new Map(serialized.map(({ id, json }) => [id, json]))
  const ids = missing.values()
  const complete = (text: string): string => {
    const tasks = text.split(TASK_SEPARATOR).map((json) => json || jsonById.get(ids.next().value ?? ''))
    // Tasks without JSON were deleted after the page was selected.
    return tasks.filter((json) => json !== undefined).join(TASK_SEPARATOR)
  }
  return texts.map(complete).filter((text) => text !== '')
}

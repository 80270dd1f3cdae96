import type { TasksDeps } from '../deps.ts'
import { type StoredPage, TASK_SEPARATOR } from './list.repository.ts'
import { findVersionedRows, type SerializedTask, storeSerialized } from './serialized-task.repository.ts'
import type { TaskSerializer } from './task-serializer.ts'

type StoreDeps = Pick<TasksDeps, 'db' | 'log'>

/** Stores texts for the next list. A failure is logged and does not affect this one. */
async function store({ db, log }: StoreDeps, shape: string, tasks: readonly SerializedTask[]): Promise<void> {
  try {
    await storeSerialized(db, shape, tasks)
  } catch (err) {
    log.warn({ err, tasks: tasks.length }, 'the JSON of tasks could not be stored')
  }
}

/** The elements of a page's array. Tasks without a current stored text are serialized from their rows, and their texts are stored. */
export async function serializePage(
  deps: StoreDeps,
  { shape, serialize }: TaskSerializer,
  { texts, missing }: StoredPage,
): Promise<string> {
  if (texts === null) return ''
  if (missing === null) return texts
  const rows = await findVersionedRows(deps.db, missing)
  const made = rows.map((row) => ({ id: row._id, rowVersion: row.rowVersion, json: serialize(row) }))
  await store(deps, shape, made)
  const madeById = new Map(made.map(({ id, json }) => [id, json]))
  const ids = missing.values()
  const all = texts.split(TASK_SEPARATOR).map((text) => text || madeById.get(ids.next().value ?? ''))
  // A task that was deleted in the meantime is left out.
  return all.filter((text) => text !== undefined).join(TASK_SEPARATOR)
}

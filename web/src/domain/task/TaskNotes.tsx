import { listNotes, NOTE_PAGE_MAX, type TaskNote } from '@app/contracts/http/notes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { unlessOffline } from '../../shared/api/api-error.ts'
import { adminCallPage, callPage } from '../../shared/api/call.ts'
import { useGrowingList } from '../../shared/api/use-growing-list.ts'
import type { Caller } from '../../shared/stores/session.ts'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { RetryNotice } from '../../shared/ui/states.tsx'
import { notesKey } from './notes-key.ts'

// Loaded on demand, because most tasks have no replies.
const TaskNoteList = lazyPart(() => import('./TaskNoteList.tsx'))

interface TaskNotesProps {
  caller: Caller
  task: Task
}

/** The messages about a task and the replies to emails about it. A task without them has no such section. */
export function TaskNotes({ caller, task }: TaskNotesProps) {
  const { query, items, ...growth } = useNotes(caller, task)
  if (query.isLoadingError) {
    return (
      <RetryNotice
        message={unlessOffline(query.error, 'Error loading replies')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return items?.length ? <TaskNoteList caller={caller} notes={items} growth={growth} /> : null
}

const AT_ONCE = 5

const pages = { owner: callPage, admin: adminCallPage } satisfies Record<Caller, unknown>

/** Loads the notes on a task, newest first. */
const useNotes = (caller: Caller, { _id, taskId }: Pick<Task, '_id' | 'taskId'>) =>
  useGrowingList<TaskNote>({
    queryKey: notesKey(taskId),
    load: ({ signal, ...page }) => pages[caller](listNotes, { params: { id: _id }, query: page, signal }),
    keyOf: (note) => note._id,
    step: AT_ONCE,
    most: NOTE_PAGE_MAX,
  })

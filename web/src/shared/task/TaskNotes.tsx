import type { Task } from '@app/contracts/http/tasks.ts'
import { unlessOffline } from '../api/api-error.ts'
import type { Caller } from '../stores/session.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { RetryNotice } from '../ui/states.tsx'
import { useNotes } from './notes-query.ts'

// Loaded on demand, because most tasks have no replies.
const TaskNoteList = lazyPart(() => import('./TaskNoteList.tsx'))

interface TaskNotesProps {
  caller: Caller
  task: Task
}

/** The replies to emails about a task. A task without replies has no such section. */
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

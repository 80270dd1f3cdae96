import { listNotes, NOTE_PAGE_MAX, type TaskNote } from '@app/contracts/http/notes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { adminCallPage, callPage } from '../api/call.ts'
import { useGrowingList } from '../api/use-growing-list.ts'
import type { Caller } from '../stores/session.ts'
import { notesKey } from './notes-key.ts'

const AT_ONCE = 5

const pages = { owner: callPage, admin: adminCallPage } satisfies Record<Caller, unknown>

/** Loads the notes on a task, newest first. */
export const useNotes = (caller: Caller, { _id, taskId }: Pick<Task, '_id' | 'taskId'>) =>
  useGrowingList<TaskNote>({
    queryKey: notesKey(taskId),
    load: ({ signal, ...page }) => pages[caller](listNotes, { params: { id: _id }, query: page, signal }),
    keyOf: (note) => note._id,
    step: AT_ONCE,
    most: NOTE_PAGE_MAX,
  })

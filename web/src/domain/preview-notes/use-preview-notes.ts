import {
  addNoteReply,
  addPreviewNote,
  changePreviewNote,
  listPreviewNotes,
  PREVIEW_NOTE_PAGE_MAX,
  type PreviewNote,
} from '@app/contracts/http/preview-notes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { allPages } from '../../shared/api/all-pages.ts'
import { unlessOffline } from '../../shared/api/api-error.ts'
import { adminCall, adminCallPage, call, callPage } from '../../shared/api/call.ts'
import type { Caller } from '../../shared/stores/session.ts'
import { notesKey } from '../task/notes-key.ts'
import { NOTE_PAGES_MAX, NOTES_FAILED, type NotesSource, noteIn, withNote } from './notes-source.ts'

const callers = {
  owner: { call, callPage },
  admin: { call: adminCall, callPage: adminCallPage },
} satisfies Record<Caller, unknown>

/**
 * The query for the notes on the previews of a task, as the signed-in owner or admin. Events about the task reload the notes, because the
 * query key begins with `notesKey`. A task without a delivered preview has no notes.
 */
export const previewNotesQuery = (caller: Caller, { _id, taskId }: Task) =>
  queryOptions({
    queryKey: [...notesKey(taskId), 'previews', caller],
    queryFn: async ({ signal }) => {
      const page = { limit: PREVIEW_NOTE_PAGE_MAX }
      const load = (cursor: string | undefined) =>
        callers[caller].callPage(listPreviewNotes, { params: { id: _id }, query: { ...page, cursor }, signal })
      return (await allPages(load, NOTE_PAGES_MAX)).list
    },
  })

/** Loads the notes on the previews of a task, and changes them, as the signed-in owner or admin. */
export function usePreviewNotes(caller: Caller, task: Task, enabled: boolean): NotesSource {
  const queryClient = useQueryClient()
  const { _id } = task
  const options = previewNotesQuery(caller, task)
  const { queryKey } = options
  const { call } = callers[caller]
  const query = useQuery({ ...options, enabled, staleTime: 0 })

  /** Puts the note from the response into the cache. A load in progress may return the note without the change, so it is canceled. */
  async function applyResponse(response: Promise<PreviewNote>): Promise<PreviewNote> {
    const put = async (note: PreviewNote) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<PreviewNote[]>(queryKey, (known) => withNote(known ?? [], note))
    }
    try {
      const note = await response
      await put(note)
      return note
    } catch (error) {
      const current = noteIn(error)
      if (current) await put(current)
      throw error
    }
  }

  return {
    notes: query.data,
    failure: query.isLoadingError ? unlessOffline(query.error, NOTES_FAILED) : undefined,
    isLoading: query.isFetching,
    reload: () => void query.refetch(),
    add: (note) => applyResponse(call(addPreviewNote, { params: { id: _id }, body: note })),
    reply: (note, body) => applyResponse(call(addNoteReply, { params: { noteId: note._id }, body: { body } })),
    change: (note, state) =>
      applyResponse(call(changePreviewNote, { params: { noteId: note._id }, body: { state, version: note.version } })),
  }
}

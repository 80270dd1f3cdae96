import { markNotesSeen, type TaskNote } from '@app/contracts/http/notes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { adminCall, call } from '../../shared/api/call.ts'
import type { LoadedList } from '../../shared/api/use-growing-list.ts'
import type { Caller } from '../../shared/stores/session.ts'
import { notesKey } from './notes-key.ts'

const calls = { owner: call, admin: adminCall } satisfies Record<Caller, unknown>

/**
 * Marks the notes on a task as seen when the last one is on the screen. In a tab in the background, it waits until the user returns, because
 * the server sends no emails about notes that were seen. `notes` are newest first.
 */
export function useMarkSeen(
  caller: Caller,
  { _id, taskId }: Pick<Task, '_id' | 'taskId'>,
  notes: readonly TaskNote[],
  list: RefObject<HTMLElement | null>,
): void {
  const queryClient = useQueryClient()
  const newest = notes.some(({ isUnread }) => isUnread) ? notes[0]?._id : undefined

  const markSeen = useEffectEvent(async (noteId: string) => {
    // If the request fails, the notes stay unread, and are marked when the panel is opened again.
    const isMarked = await calls[caller](markNotesSeen, { params: { id: _id }, body: { noteId } }).catch(() => undefined)
    if (!isMarked) return
    queryClient.setQueryData<LoadedList<TaskNote>>(
      notesKey(taskId),
      (known) => known && { ...known, items: known.items.map((note) => (note._id > noteId ? note : { ...note, isUnread: false })) },
    )
  })

  useEffect(() => {
    const last = list.current?.lastElementChild
    if (newest === undefined || !last) return
    let isOnScreen = false
    let isSent = false
    function look(): void {
      if (!isOnScreen || isSent || newest === undefined || document.visibilityState !== 'visible') return
      isSent = true
      void markSeen(newest)
    }
    const observer = new IntersectionObserver((changes) => {
      isOnScreen = changes.at(-1)?.isIntersecting ?? false
      look()
    })
    observer.observe(last)
    document.addEventListener('visibilitychange', look)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
  }, [newest, list])
}

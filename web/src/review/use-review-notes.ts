import {
  addReviewNote,
  addReviewNoteReply,
  changeReviewNote,
  listReviewNotes,
  PREVIEW_NOTE_PAGE_MAX,
  type PreviewNote,
} from '@app/contracts/http/preview-notes.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { NOTE_PAGES_MAX, NOTES_FAILED, type NotesSource, noteIn, withNote } from '../domain/preview-notes/notes-source.ts'
import { allPages } from '../shared/api/all-pages.ts'
import { isOffline, unlessOffline } from '../shared/api/api-error.ts'
import { callReview, callReviewPage, reviewIn } from './api.ts'

interface LoadedNotes {
  notes?: readonly PreviewNote[]
  error?: unknown
  isLoading: boolean
}

/** Minimum time in ms between two reloads. The page has no live stream. Therefore, the page reloads the notes when the user returns to it. */
const RELOAD_AFTER_MS = 10_000

/**
 * Loads the notes on the preview of the review link, and changes them. Calls `onEnded` with the outcome of the link if the link has ended
 * in the meantime.
 */
export function useReviewNotes(onEnded: (review: Review) => void): NotesSource {
  const [{ notes, error, isLoading }, setLoaded] = useState<LoadedNotes>({ isLoading: true })
  const loadedAt = useRef(0)

  const load = useCallback(async (): Promise<void> => {
    setLoaded((before) => ({ ...before, isLoading: true }))
    loadedAt.current = Date.now()
    try {
      const pageOf = (cursor: string | undefined) => callReviewPage(listReviewNotes, { query: { limit: PREVIEW_NOTE_PAGE_MAX, cursor } })
      setLoaded({ notes: (await allPages(pageOf, NOTE_PAGES_MAX)).list, isLoading: false })
    } catch (failure) {
      setLoaded((before) => ({ ...before, error: failure, isLoading: false }))
    }
  }, [])

  useEffect(() => void load(), [load])
  useEffect(() => {
    const stop = new AbortController()
    const reload = () => {
      if (document.visibilityState === 'visible' && Date.now() - loadedAt.current > RELOAD_AFTER_MS) void load()
    }
    document.addEventListener('visibilitychange', reload, { signal: stop.signal })
    return () => stop.abort()
  }, [load])

  const isOfflineNow = isOffline(error)
  useEffect(() => {
    if (!isOfflineNow) return
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [isOfflineNow, load])

  /** Shows the note from the response of a change, or from a 409. */
  async function applyResponse(response: Promise<PreviewNote>): Promise<PreviewNote> {
    const put = (note: PreviewNote) => setLoaded((before) => ({ ...before, notes: withNote(before.notes ?? [], note) }))
    try {
      const note = await response
      put(note)
      return note
    } catch (failure) {
      const current = noteIn(failure)
      const outcome = reviewIn(failure)
      if (current) put(current)
      if (outcome) onEnded(outcome)
      throw failure
    }
  }

  return {
    notes,
    failure: error && !notes ? unlessOffline(error, NOTES_FAILED) : undefined,
    isLoading,
    reload: () => void load(),
    add: (note) => applyResponse(callReview(addReviewNote, { body: note })),
    reply: ({ _id: noteId }, body) => applyResponse(callReview(addReviewNoteReply, { params: { noteId }, body: { body } })),
    change: ({ _id: noteId, version }, state) =>
      applyResponse(callReview(changeReviewNote, { params: { noteId }, body: { state, version } })),
  }
}

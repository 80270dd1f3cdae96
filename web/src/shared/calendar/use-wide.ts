import { useSyncExternalStore } from 'react'

/** Minimum width of the window for the grid of a month. The stylesheets of the calendar contain the same width. */
const WIDE = '(width >= 960px)'

function subscribe(notify: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

/** Whether the window is wide enough for the grid of a month. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches)

import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** Scroll positions of history entries in px, by the keys of the entries. At most `ENTRIES_MAX`. */
const positions = new Map<string, number>()
const ENTRIES_MAX = 200

function keep(key: string, position: number): void {
  positions.delete(key)
  positions.set(key, position)
  const [oldest] = positions.keys()
  if (positions.size > ENTRIES_MAX && oldest !== undefined) positions.delete(oldest)
}

/** Returns the key of the current history entry. React Router stores it in the state of the entry. The first entry has no key. */
const currentKey = (): string => window.history.state?.key ?? 'default'

/**
 * Restores the scroll position of the page when the user returns to a history entry with Back or Forward. `isReady` must become true when
 * the page has its full height.
 */
export function useKeptScroll(isReady: boolean): void {
  const { key } = useLocation()
  const type = useNavigationType()
  const wanted = useRef<{ key: string; position: number | undefined }>(undefined)
  // Reads the stored position in a layout effect. Later, the page scrolls to the top, and the top is stored as the position of this entry.
  useLayoutEffect(() => {
    if (wanted.current?.key === key) return
    wanted.current = { key, position: type === NavigationType.Pop ? positions.get(key) : undefined }
  }, [key, type])

  useEffect(() => {
    const position = wanted.current?.position
    if (!isReady || position === undefined) return
    // `PageArrival` scrolls to the top after this effect, in the same frame.
    const frame = requestAnimationFrame(() => {
      wanted.current = { key, position: undefined }
      window.scrollTo(0, position)
    })
    return () => cancelAnimationFrame(frame)
  }, [isReady, key])

  useEffect(() => {
    // When the user leaves the entry, the browser scrolls before the next page is rendered. `window.scrollY` then belongs to the next
    // entry, so it is not stored for this entry.
    const store = () => currentKey() === key && keep(key, window.scrollY)
    store()
    window.addEventListener('scroll', store, { passive: true })
    return () => window.removeEventListener('scroll', store)
  }, [key])
}

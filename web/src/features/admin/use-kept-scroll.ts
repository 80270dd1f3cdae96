import { useLayoutEffect, useRef } from 'react'

/** How far each place was scrolled, as long as the page is there. */
const kept = new Map<string, number>()

/** A place that one comes back to stands where it stood; a new one begins at its top. */
export function useKeptScroll(place: string): void {
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    // Where the page itself begins is the browser's to say.
    if (!isFirst.current) window.scrollTo(0, kept.get(place) ?? 0)
    isFirst.current = false
    const keep = () => kept.set(place, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [place])
}

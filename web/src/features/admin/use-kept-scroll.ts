import { useLayoutEffect } from 'react'

/** How far each place was scrolled, as long as the page is there. */
const kept = new Map<string, number>()

/** A place that one comes back to stands where it stood; a new one begins at its top. */
export function useKeptScroll(place: string): void {
  useLayoutEffect(() => {
    window.scrollTo(0, kept.get(place) ?? 0)
    const keep = () => kept.set(place, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [place])
}

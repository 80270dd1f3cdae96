import { useLayoutEffect } from 'react'

/** Scroll positions by key, kept until the page is reloaded. */
const kept = new Map<string, number>()

/** A view that is shown for the first time starts at the top. */
export function useScrollRestoration(place: string): void {
  useLayoutEffect(() => {
    window.scrollTo(0, kept.get(place) ?? 0)
    const keep = () => kept.set(place, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [place])
}

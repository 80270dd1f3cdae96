import { useLayoutEffect } from 'react'

const scrollPositions = new Map<string, number>()

export function useScrollRestoration(place: string): void {
  useLayoutEffect(() => {
    window.scrollTo(0, scrollPositions.get(place) ?? 0)
    const keep = () => scrollPositions.set(place, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [place])
}

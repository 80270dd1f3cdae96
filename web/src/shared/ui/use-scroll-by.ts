import { type RefObject, useRef } from 'react'

/**
 * Scrolls a strip sideways by a distance. While one scroll is under way the next counts from where that one ends, so that
 * quick clicks add up; call `settle` when a scroll has ended.
 */
export function useScrollBy(strip: RefObject<HTMLElement | null>) {
  const aim = useRef<number>(undefined)

  function scrollBy(distance: number): void {
    if (!strip.current) return
    const { scrollLeft, scrollWidth, clientWidth } = strip.current
    const left = Math.min(Math.max((aim.current ?? scrollLeft) + distance, 0), scrollWidth - clientWidth)
    // A browser that does not tell when a scroll has ended counts from where it stands.
    if ('onscrollend' in strip.current) aim.current = left
    strip.current.scrollTo({ left })
  }

  function settle(): void {
    aim.current = undefined
  }

  return { scrollBy, settle }
}

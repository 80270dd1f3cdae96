import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Elements within this distance from the viewport, or from the visible part of a scrolling dialog, count as near. A key press or wheel step
 * scrolls a shorter distance. So an element counts as near before the user can see it.
 */
const MARGIN = '1000px 0px'

/** Returns whether an element is near the viewport or contains the focus, and the last height of its content in px. */
export function useNearViewport<E extends HTMLElement>(isNearAtFirst: boolean) {
  const ref = useRef<E>(null)
  const [isNear, setNear] = useState(isNearAtFirst)
  const [seenHeight, setSeenHeight] = useState<number>()

  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver(
      (changes) => {
        const entry = changes.at(-1)
        if (!entry || (!entry.isIntersecting && element.contains(document.activeElement))) return
        if (!entry.isIntersecting && element.hasChildNodes()) setSeenHeight(element.offsetHeight)
        setNear(entry.isIntersecting)
      },
      { root: document, rootMargin: MARGIN, scrollMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return { ref, isNear, seenHeight }
}

import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/**
 * A sideways scroller's ref, and whether it stands at its start and its end; call `measure` when it scrolls.
 * `first` names what it begins with: one that stands at its start shows what comes in front, too.
 */
export function useScrollEdges(first: unknown) {
  const strip = useRef<HTMLDivElement>(null)
  const [edges, setEdges] = useState({ atStart: true, atEnd: true })

  const measure = useCallback(() => {
    if (!strip.current) return
    const { scrollLeft, scrollWidth, clientWidth } = strip.current
    const atStart = scrollLeft <= 1
    const atEnd = scrollLeft + clientWidth >= scrollWidth - 1
    setEdges((known) => (known.atStart === atStart && known.atEnd === atEnd ? known : { atStart, atEnd }))
  }, [])

  // Where cards snap, the browser would follow the card that was first.
  const stayAtStart = useEffectEvent(() => {
    if (edges.atStart) strip.current?.scrollTo({ left: 0, behavior: 'instant' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes in front is what it acts on
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => stayAtStart())
    return () => cancelAnimationFrame(frame)
  }, [first])

  useEffect(() => {
    if (!strip.current) return
    const sizes = new ResizeObserver(measure)
    sizes.observe(strip.current)
    for (const content of strip.current.children) sizes.observe(content)
    return () => sizes.disconnect()
  }, [measure])

  return { strip, measure, ...edges }
}

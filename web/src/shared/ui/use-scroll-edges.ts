import { useCallback, useEffect, useRef, useState } from 'react'

/** A sideways scroller's ref, and whether it stands at its start and its end; call `measure` when it scrolls. */
export function useScrollEdges() {
  const strip = useRef<HTMLDivElement>(null)
  const [edges, setEdges] = useState({ atStart: true, atEnd: true })

  const measure = useCallback(() => {
    if (!strip.current) return
    const { scrollLeft, scrollWidth, clientWidth } = strip.current
    const atStart = scrollLeft <= 1
    const atEnd = scrollLeft + clientWidth >= scrollWidth - 1
    setEdges((known) => (known.atStart === atStart && known.atEnd === atEnd ? known : { atStart, atEnd }))
  }, [])

  // Other content may have come with this render, which need not change any size that is observed.
  useEffect(measure)
  useEffect(() => {
    if (!strip.current) return
    const sizes = new ResizeObserver(measure)
    sizes.observe(strip.current)
    for (const content of strip.current.children) sizes.observe(content)
    return () => sizes.disconnect()
  }, [measure])

  return { strip, measure, ...edges }
}

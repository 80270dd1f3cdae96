import { useEffect, useRef, useState } from 'react'

const DURATION_MS = 2000

/** Fast at first, slow at the end. */
const easeOut = (part: number) => 1 - (1 - part) ** 3

/**
 * Counts from 0 to a value once, when its place comes into view. It is the value itself before scripts run, without
 * them, and where people want no motion.
 */
export function useCountUp(value: number) {
  const place = useRef<HTMLLIElement>(null)
  const [counted, setCounted] = useState(value)

  useEffect(() => {
    if (!place.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let frame = 0

    function count(): void {
      const start = performance.now()
      const step = (now: number) => {
        const part = Math.min(Math.max(now - start, 0) / DURATION_MS, 1)
        setCounted(Math.floor(value * easeOut(part)))
        if (part < 1) frame = requestAnimationFrame(step)
      }
      frame = requestAnimationFrame(step)
    }

    const arrival = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        arrival.disconnect()
        count()
      },
      { threshold: 0.5 },
    )
    arrival.observe(place.current)
    setCounted(0)
    return () => {
      arrival.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [value])

  return { place, counted }
}

import { useEffect, useId, useRef, useState } from 'react'
import { Section } from '../parts/Section.tsx'
import styles from './Counters.module.css'

export function Counters() {
  const id = useId()
  return (
    <Section ground="band" labelledBy={id}>
      <h2 id={id} className={styles.heading}>
        Our work in numbers
      </h2>
      <ul className={styles.counters}>
        <Counter value={20} suffix="+" label="projects completed" />
        <Counter value={50} label="employer solutions" />
        <Counter value={100} label="job seekers" />
        <Counter value={10} suffix="+" label="happy customers" />
      </ul>
    </Section>
  )
}

interface CounterProps {
  value: number
  suffix?: string
  label: string
}

/** The final value is always rendered: it sets the width of the counter, and screen readers read it. */
function Counter({ value, suffix = '', label }: CounterProps) {
  const { place, counted } = useCountUp(value)
  return (
    <li ref={place} className={styles.counter}>
      <span className={styles.number} data-counting={counted < value}>
        <span className={styles.last}>{`${value}${suffix}`}</span>
        {counted < value && (
          <span className={styles.running} aria-hidden="true">
            {`${counted}${suffix}`}
          </span>
        )}
      </span>{' '}
      <span className={styles.label}>{label}</span>
    </li>
  )
}

const DURATION_MS = 2000

const easeOut = (part: number) => 1 - (1 - part) ** 3

/** `counted` is the final value in the prerendered HTML, if scripts are turned off, and if the user prefers reduced motion. */
function useCountUp(value: number) {
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

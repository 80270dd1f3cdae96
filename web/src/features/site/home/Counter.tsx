import styles from './Counters.module.css'
import { useCountUp } from './use-count-up.ts'

interface CounterProps {
  value: number
  suffix?: string
  label: string
}

/** A number that counts up when it comes into view. Its last value is always there, for its width and for screen readers. */
export function Counter({ value, suffix = '', label }: CounterProps) {
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

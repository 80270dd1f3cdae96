import styles from './Counters.module.css'
import { Skeleton } from './states.tsx'

interface Counter {
  id: string
  label: string
  /** None while it loads. */
  count: number | undefined
}

interface CountersProps {
  /** What is counted. */
  label: string
  counters: readonly Counter[]
  /** The one that a list is narrowed down to, if they can be pressed. */
  pressed?: string | null
  /** Hears which one is pressed, or that it no longer is. */
  onPress?: (id: string | null) => void
}

/** Figures with their words, beside each other. */
export function Counters({ label, counters, pressed = null, onPress }: CountersProps) {
  return (
    <ul className={styles.counters} aria-label={label} aria-busy={counters.some(({ count }) => count === undefined) || undefined}>
      {counters.map(({ id, label: word, count }) => {
        const content = (
          <>
            <span className={styles.count}>{count?.toLocaleString('en-US') ?? <Skeleton shape="title" />}</span>{' '}
            <span className={styles.word}>{word}</span>
          </>
        )
        return (
          <li key={id} className={styles.item}>
            {onPress ? (
              <button
                type="button"
                className={styles.counter}
                aria-pressed={id === pressed}
                onClick={() => onPress(id === pressed ? null : id)}
              >
                {content}
              </button>
            ) : (
              <div className={styles.counter}>{content}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

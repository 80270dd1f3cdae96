import { formatNumber } from '@app/contracts/format/numbers.ts'
import styles from './Counters.module.css'
import { Skeleton } from './states.tsx'

interface Counter {
  id: string
  label: string
  count: number | undefined
}

interface CountersProps {
  label: string
  counters: readonly Counter[]
  /** Id of the pressed counter, which filters a list. Null if no counter is pressed. */
  pressed?: string | null
  /** Called with the id of the pressed counter, or null if it was already pressed. Without `onPress`, the counters are not buttons. */
  onPress?: (id: string | null) => void
}

export function Counters({ label, counters, pressed = null, onPress }: CountersProps) {
  return (
    <ul className={styles.counters} aria-label={label} aria-busy={counters.some(({ count }) => count === undefined) || undefined}>
      {counters.map(({ id, label: word, count }) => {
        const content = (
          <>
            <span className={styles.count}>{count === undefined ? <Skeleton shape="title" /> : formatNumber(count)}</span>{' '}
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

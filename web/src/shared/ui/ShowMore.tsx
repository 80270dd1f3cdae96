import { useState } from 'react'
import { Button } from './Button.tsx'
import styles from './ShowMore.module.css'

/** The first of many items, `step` more with each call of `more` (absent once all are shown): long lists stay quick to draw. */
export function useSome<T>(items: readonly T[], step: number): { some: readonly T[]; more: (() => void) | undefined } {
  const [count, setCount] = useState(step)
  return { some: items.slice(0, count), more: count < items.length ? () => setCount(count + step) : undefined }
}

/** Below a list that goes on. */
export function ShowMore({ onMore }: { onMore: (() => void) | undefined }) {
  return (
    onMore && (
      <div className={styles.more}>
        <Button tone="quiet" onClick={onMore}>
          Show more
        </Button>
      </div>
    )
  )
}

import { useState } from 'react'
import { Button } from './Button.tsx'
import styles from './ShowMore.module.css'

/** Returns the first `step` items of a list. `more` shows `step` more items, and is undefined at the end. */
export function useShowMore<T>(items: readonly T[], step: number): { some: readonly T[]; more: (() => void) | undefined } {
  const [count, setCount] = useState(step)
  return { some: items.slice(0, count), more: count < items.length ? () => setCount(count + step) : undefined }
}

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

import { useEffect, useEffectEvent, useRef } from 'react'
import type { ListGrowth } from '../api/use-growing-list.ts'
import { Button } from './Button.tsx'
import styles from './ShowMore.module.css'
import { RetryNotice } from './states.tsx'

/**
 * The next page is loaded if the list ends within this distance of the viewport, or of the visible part of a scrolling dialog. A key press
 * or wheel step scrolls a shorter distance. So the user does not reach the end of the list before loading starts.
 */
const MARGIN = '1000px 0px'

/**
 * Loads the next page of a list when the end of the list comes near the viewport. The button "Show more" is for keyboard users, and for
 * users who scroll faster than pages are loaded.
 */
export function EndOfList({ hasMore, growth, more }: ListGrowth) {
  const end = useRef<HTMLDivElement>(null)
  const comeNear = useEffectEvent(() => growth === 'idle' && void more())

  // Each page needs a new observer. After a short page, the end may still be near, and the old observer would not report it again.
  useEffect(() => {
    if (!end.current || !hasMore || growth !== 'idle') return
    const observer = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && comeNear(), {
      root: document,
      rootMargin: MARGIN,
      scrollMargin: MARGIN,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [growth, hasMore])

  if (!hasMore) return null
  if (growth === 'failed') return <RetryNotice message="We couldn’t load the rest of the list." onRetry={() => void more()} />
  return (
    <div ref={end} className={styles.more}>
      <Button tone="quiet" state={growth === 'busy' ? 'busy' : 'idle'} busyLabel="Loading..." onClick={() => void more()}>
        Show more
      </Button>
    </div>
  )
}

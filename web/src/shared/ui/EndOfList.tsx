import { useEffect, useEffectEvent, useRef } from 'react'
import type { ListGrowth } from '../api/use-growing-list.ts'
import { Button } from './Button.tsx'
import styles from './ShowMore.module.css'
import { RetryNotice } from './states.tsx'

/** Further than a press of a key or a turn of a wheel goes. */
const MARGIN = '1000px 0px'

/** Below a list that goes on: brings more as it comes near. The button is for who gets there sooner, and for keys. */
export function EndOfList({ hasMore, growth, more }: ListGrowth) {
  const end = useRef<HTMLDivElement>(null)
  const comeNear = useEffectEvent(() => growth === 'idle' && void more())

  // With each page anew: a short one leaves the end near, of which the observer says nothing again.
  useEffect(() => {
    if (!end.current || !hasMore || growth !== 'idle') return
    const observer = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && comeNear(), {
      root: document,
      rootMargin: MARGIN,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [growth, hasMore])

  if (!hasMore) return null
  if (growth === 'failed') return <RetryNotice message="The rest of the list could not be loaded." onRetry={() => void more()} />
  return (
    <div ref={end} className={styles.more}>
      <Button tone="quiet" state={growth === 'busy' ? 'busy' : 'idle'} busyLabel="Loading..." onClick={() => void more()}>
        Show more
      </Button>
    </div>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { coral, Drawing, leaf, pale } from './Drawing.tsx'
import styles from './states.module.css'

export type CardShape = 'task' | 'document'

interface SkeletonProps {
  shape: 'line' | 'title' | 'block' | CardShape
}

/** A placeholder with the shape of content that is loading. Screen readers skip it, so put `aria-busy` and a label on its container. */
export function Skeleton({ shape }: SkeletonProps) {
  return <span className={`${styles.skeleton} ${styles[shape]}`} aria-hidden="true" />
}

export const CardSkeletons = ({ of }: { of: CardShape }) => (
  <div className={styles.cards}>
    <Skeleton shape={of} />
    <Skeleton shape={of} />
    <Skeleton shape={of} />
  </div>
)

interface EmptyStateProps {
  drawing?: ReactNode
  children: ReactNode
  action?: ReactNode
}

export function EmptyState({ drawing, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {drawing}
      <p className={styles.sentence}>{children}</p>
      {action}
    </div>
  )
}

interface ErrorStateProps {
  title?: string
  message: string
  onRetry: () => void
  retryLabel?: string
  busy?: boolean
}

/** Shown in place of content that failed to load, with a button that retries. */
export function ErrorState({ title, message, onRetry, retryLabel = 'Try again', busy = false }: ErrorStateProps) {
  return (
    <div className={styles.failed} role="alert">
      <CutLineDrawing />
      {title && <h2>{title}</h2>}
      <p>{message}</p>
      <Button tone="quiet" state={busy ? 'busy' : 'idle'} onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  )
}

function CutLineDrawing() {
  return (
    <Drawing>
      <path d="M14 62c18 0 14-22 32-22h8M130 34c-18 0-14 22-32 22h-8" />
      <path className={leaf} d="M54 32h10a8 8 0 0 1 0 16H54zM90 48H80a8 8 0 0 0 0 16h10z" />
      <path d="M72 37h5M72 43h5" />
      <path className={pale} d="M66 66v8M78 22v8M56 70l4-6M88 26l-4 6" />
      <circle className={coral} cx="72" cy="50" r="3" />
    </Drawing>
  )
}

interface RetryNoticeProps {
  message: string
  onRetry: () => void
  busy?: boolean
}

/** One line that says what failed to load, with a button that retries. The other content stays visible. */
export function RetryNotice({ message, onRetry, busy = false }: RetryNoticeProps) {
  return (
    <div className={styles.notice} role="alert">
      <p>{message}</p>
      <Button tone="quiet" size="small" state={busy ? 'busy' : 'idle'} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** Shown above content that may be stale because a refetch failed. */
export function StaleNotice({ query }: { query: Pick<UseQueryResult, 'isRefetchError' | 'isFetching' | 'refetch'> }) {
  if (!query.isRefetchError) return null
  const message = 'This may be out of date. We couldn’t refresh it.'
  return <RetryNotice message={message} busy={query.isFetching} onRetry={() => void query.refetch()} />
}

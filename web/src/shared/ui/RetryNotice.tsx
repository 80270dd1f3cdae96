import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from './Button.tsx'
import styles from './RetryNotice.module.css'

interface RetryNoticeProps {
  message: string
  onRetry: () => void
  busy?: boolean
}

/** One line that says what did not load, where nothing else has to go for it. */
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

/** Above what could not be loaded again, and may be old. */
export function StaleNotice({ query }: { query: Pick<UseQueryResult, 'isRefetchError' | 'isFetching' | 'refetch'> }) {
  if (!query.isRefetchError) return null
  const message = 'This may be out of date: it could not be loaded again.'
  return <RetryNotice message={message} busy={query.isFetching} onRetry={() => void query.refetch()} />
}

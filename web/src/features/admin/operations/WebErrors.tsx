import { formatNumber } from '@app/contracts/format/numbers.ts'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { useWebErrorCounts } from './api.ts'
import styles from './rows.module.css'

export function WebErrors() {
  const { data, isError, refetch } = useWebErrorCounts()
  if (isError) return <RetryNotice message="We couldn’t load the error counts." onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-busy="true" aria-label="Loading">
        <Skeleton shape="line" />
      </div>
    )
  const { lastDay, lastWeek, latestAt } = data
  if (!latestAt) return <p className={styles.facts}>No errors in the last 7 days</p>
  return (
    <ul className={styles.facts} aria-label="Errors in browsers">
      <li data-dead={lastDay > 0 || undefined}>{formatNumber(lastDay)} in the last 24 hours</li>
      <li>{formatNumber(lastWeek)} in the last 7 days</li>
      <li>
        Latest around <Time value={latestAt} clock />
      </li>
    </ul>
  )
}

import { formatMonth } from '@app/contracts/format/dates.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { MONTHLY_CAP } from '@app/contracts/rules/monthly-cap.ts'
import styles from './MonthQuota.module.css'

/**
 * Shows one dot for each task that the monthly limit allows, and the number of tasks as text. Shows nothing if the limit is reached: the
 * date field then shows a warning.
 */
export function MonthQuota({ used, date }: { used: number; date: CalendarDate }) {
  if (used >= MONTHLY_CAP) return null
  return (
    <p className={styles.quota} role="status">
      <span className={styles.dots} aria-hidden="true">
        {Array.from({ length: MONTHLY_CAP }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the dots have no identity and a fixed order
          <span key={i} className={i < used ? styles.used : i === used ? styles.thisOne : undefined} />
        ))}
      </span>
      {used} of {MONTHLY_CAP} tasks used for {formatMonth(date)}
    </p>
  )
}

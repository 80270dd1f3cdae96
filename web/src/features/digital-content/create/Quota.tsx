import type { Task } from '@app/contracts/http/tasks.ts'
import { monthYear } from '@app/contracts/rules/business-dates.ts'
import { capWarning, MONTHLY_CAP, tasksInMonth } from '@app/contracts/rules/monthly-cap.ts'
import { TriangleAlert } from 'lucide-react'
import styles from './Quota.module.css'

/** The month's quota as dots, and the warning once it is used up. */
export function Quota({ tasks, date }: { tasks: readonly Task[]; date: string }) {
  const count = tasksInMonth(tasks, date)
  if (count >= MONTHLY_CAP) {
    return (
      <p className={styles.warning} role="status">
        <TriangleAlert aria-hidden="true" />
        {capWarning(count, date)}
      </p>
    )
  }
  return (
    <p className={styles.quota} role="status">
      <span className={styles.dots} aria-hidden="true">
        {Array.from({ length: MONTHLY_CAP }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the dots are alike and never move
          <span key={i} className={i < count ? styles.used : i === count ? styles.thisOne : undefined} />
        ))}
      </span>
      {count} of {MONTHLY_CAP} tasks used for {monthYear(date)}
    </p>
  )
}

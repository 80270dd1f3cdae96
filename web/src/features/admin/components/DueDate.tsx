import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { Time } from '../../../shared/ui/Time.tsx'
import { relativeDays } from '../task-days.ts'
import styles from './DueDate.module.css'

interface DueDateProps {
  label: string
  date: CalendarDate | null
  today: CalendarDate
  late: boolean
}

/** A date of a task, and how many days it is away. */
export function DueDate({ label, date, today, late }: DueDateProps) {
  return (
    <div className={styles.due}>
      <dt className={styles.label}>{label}</dt>
      <dd>{date ? <Time value={date} /> : '-'}</dd>
      <dd className={styles.days} data-late={late || undefined}>
        {relativeDays(date, today)}
      </dd>
    </div>
  )
}

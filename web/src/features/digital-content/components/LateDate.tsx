import { formatDate, formatDayInWords } from '@app/contracts/format/dates.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import styles from './LateDate.module.css'

interface LateDateProps {
  task: Task
  /** Whether the title of the task is shown before the date. */
  withTitle?: boolean
}

/** Shows for example "Posting date was Mon, Dec 7". Renders nothing if the posting date of the task has not passed. */
export function LateDate({ task, withTitle = false }: LateDateProps) {
  const today = useBusinessToday()
  const date = calendarDateOf(task)
  if (!date || date >= today) return null
  return (
    <span className={styles.late}>
      {withTitle && `${task.title}: `}Posting date was{' '}
      <time dateTime={date} title={formatDate(date)}>
        {formatDayInWords(date, today, 'short')}
      </time>
    </span>
  )
}

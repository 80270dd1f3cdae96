import type { Task } from '@app/contracts/http/tasks.ts'
import { Fragment } from 'react'
import { calendarDate } from '../../../shared/format/dates.ts'
import { recurrenceFact } from '../../../shared/task/task-facts.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import styles from './CardDates.module.css'

/** "Review Mon 7 Dec · posts in 5 days", or how the task recurs; what has passed is told as such. */
export function CardDates({ task }: { task: Task }) {
  const { submissionForReview, targetPostingDate, recurrenceStartDate, currentStatus } = task
  const isOpen = currentStatus === 'Pending' || currentStatus === 'Roll Back'
  const parts = task.isRecurring
    ? [recurrenceFact(task), dated('starts', 'started', recurrenceStartDate)]
    : [
        isOpen && dated('review', 'review was due', submissionForReview),
        currentStatus === 'Posted' ? plannedFor(targetPostingDate) : dated('posts', 'was due', targetPostingDate),
      ]

  return parts.filter(Boolean).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
    <Fragment key={i}>
      {i > 0 && ' · '}
      {part}
    </Fragment>
  ))
}

/** On one line, whatever else breaks. */
const dated = (ahead: string, past: string, date: string | null) =>
  date && (
    <span className={styles.dated}>
      {date < calendarDate(new Date()) ? past : ahead} <Time value={date} relative />
    </span>
  )

const plannedFor = (date: string | null) =>
  date && (
    <span className={styles.dated}>
      planned for <Time value={date} />
    </span>
  )

import type { Task } from '@app/contracts/http/tasks.ts'
import { Fragment } from 'react'
import { recurrenceFact } from '../../../shared/task/task-facts.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import styles from './CardDates.module.css'

/** "Review Mon 7 Dec · posts in 5 days", or how the task recurs. */
export function CardDates({ task }: { task: Task }) {
  const { submissionForReview, targetPostingDate, recurrenceStartDate, currentStatus } = task
  const isOpen = currentStatus === 'Pending' || currentStatus === 'Roll Back'
  const parts = task.isRecurring
    ? [recurrenceFact(task), dated('from', recurrenceStartDate)]
    : [isOpen && dated('Review', submissionForReview), dated(currentStatus === 'Posted' ? 'posted for' : 'posts', targetPostingDate)]

  return parts.filter(Boolean).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
    <Fragment key={i}>
      {i > 0 && ' · '}
      {part}
    </Fragment>
  ))
}

/** On one line, whatever else breaks. */
const dated = (words: string, date: string | null) =>
  date && (
    <span className={styles.dated}>
      {words} <Time value={date} relative />
    </span>
  )

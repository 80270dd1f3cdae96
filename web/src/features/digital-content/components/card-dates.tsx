import type { Task } from '@app/contracts/http/tasks.ts'
import { recurrenceFact } from '../../../shared/task/task-facts.tsx'
import { Time } from '../../../shared/ui/Time.tsx'

/** "Review Mon 7 Dec 2026 · posts in 5 days", or how the task recurs. */
export function cardDates(task: Task) {
  const { submissionForReview, targetPostingDate, recurrenceStartDate, currentStatus } = task
  if (task.isRecurring) {
    return (
      <>
        {recurrenceFact(task)}
        {recurrenceStartDate && (
          <>
            {' '}
            · from <Time value={recurrenceStartDate} relative />
          </>
        )}
      </>
    )
  }
  const posts = targetPostingDate && (
    <>
      {currentStatus === 'Posted' ? 'posted for ' : 'posts '}
      <Time value={targetPostingDate} relative />
    </>
  )
  if (currentStatus === 'Posted' || currentStatus === 'Approved') return posts
  return (
    <>
      {submissionForReview && (
        <>
          Review <Time value={submissionForReview} relative /> ·{' '}
        </>
      )}
      {posts}
    </>
  )
}

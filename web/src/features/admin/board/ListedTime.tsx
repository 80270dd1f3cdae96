import type { TaskCard } from '@app/contracts/http/board.ts'
import { AfterDate } from '../../../domain/task/AtTime.tsx'
import { formatClock } from '../../../shared/format/dates.ts'
import type { ListedDate } from './due-dates.ts'
import { postingTimeInWords, type TimedTask } from './posting-time.ts'

/** Adds the time of day to a date of a list, for example ", 9:00 AM": when a task must be posted, or when it was posted. */
export function ListedTime({ label, task }: Pick<ListedDate, 'label'> & { task: TimedTask & Pick<TaskCard, 'postedAt'> }) {
  if (label === 'Review') return null
  const words = label === 'Posted' ? task.postedAt && formatClock(task.postedAt) : postingTimeInWords(task)
  return <AfterDate time={words} />
}

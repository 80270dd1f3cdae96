import type { Task } from '@app/contracts/http/tasks.ts'
import { recurrenceText } from '@app/contracts/rules/recurrence.ts'

type Recurrence = Pick<Task, 'isRecurring' | 'recurrenceType' | 'weeklyDayOfWeek' | 'monthlyWeek' | 'monthlyDayOfWeek'> &
  Partial<Pick<Task, 'occurrenceDate' | 'recurrenceEndDate'>>

/**
 * Returns "Every month on the last Friday", or '' for a task that is not recurring. Adds "(no more dates)" if the series ends with this
 * task.
 */
export function recurrenceFact({ isRecurring, recurrenceType, occurrenceDate, recurrenceEndDate, ...rule }: Recurrence): string {
  if (!isRecurring || !recurrenceType) return ''
  const hasEnded = occurrenceDate && recurrenceEndDate && recurrenceEndDate <= occurrenceDate
  return `${recurrenceText({ ...rule, recurrenceType })}${hasEnded ? ' (no more dates)' : ''}`
}

import type { Task } from '@app/contracts/http/tasks.ts'
import { recurrenceText } from '@app/contracts/rules/recurrence.ts'

type Recurrence = Pick<Task, 'isRecurring' | 'recurrenceType' | 'weeklyDayOfWeek' | 'monthlyWeek' | 'monthlyDayOfWeek'>

/** "Every month on the last Friday", or nothing for a task that posts once. */
export const recurrenceFact = ({ isRecurring, recurrenceType, ...rule }: Recurrence) =>
  isRecurring && recurrenceType ? recurrenceText({ ...rule, recurrenceType }) : ''

import type { Task } from '@app/contracts/http/tasks.ts'
import { recurrenceText } from '@app/contracts/rules/recurrence.ts'

type Recurrence = Pick<Task, 'isRecurring' | 'recurrenceType' | 'weeklyDayOfWeek' | 'monthlyWeek' | 'monthlyDayOfWeek'>

/** Returns "Every month on the last Friday", or '' for a task that is not recurring. */
export const recurrenceFact = ({ isRecurring, recurrenceType, ...rule }: Recurrence) =>
  isRecurring && recurrenceType ? recurrenceText({ ...rule, recurrenceType }) : ''

import { DEFAULT_MONTH_WEEK, DEFAULT_WEEKDAY, type MonthWeek, type RecurrenceType, type Weekday } from '@app/contracts/rules/recurrence.ts'

/** The fields of a form for a new task that say whether and when it repeats. Dates are `YYYY-MM-DD` or ''. */
export interface RepeatForm {
  isRecurring: boolean
  recurrenceType: RecurrenceType | ''
  recurrenceStartDate: string
  recurrenceEndDate: string
  weeklyDayOfWeek: Weekday
  monthlyWeek: MonthWeek
  monthlyDayOfWeek: Weekday
}

export const notRepeating: RepeatForm = {
  isRecurring: false,
  recurrenceType: '',
  recurrenceStartDate: '',
  recurrenceEndDate: '',
  weeklyDayOfWeek: DEFAULT_WEEKDAY,
  monthlyWeek: DEFAULT_MONTH_WEEK,
  monthlyDayOfWeek: DEFAULT_WEEKDAY,
}

/** Splits a form into the fields of the request that say when a task repeats, and the other values. */
export function splitRepeat<Form extends RepeatForm>(form: Form) {
  const { isRecurring, recurrenceType, recurrenceStartDate, recurrenceEndDate, weeklyDayOfWeek, monthlyWeek, monthlyDayOfWeek, ...rest } =
    form
  const days = recurrenceType === 'monthly' ? { monthlyWeek, monthlyDayOfWeek } : { weeklyDayOfWeek }
  const repeats = isRecurring
    ? ({ isRecurring: 'true', recurrenceType, recurrenceStartDate, recurrenceEndDate, ...days } as const)
    : ({ isRecurring: 'false' } as const)
  return { repeats, rest }
}

import { formatMonth } from '../format/dates.ts'
import type { CalendarDate } from './business-dates.ts'

/** Maximum number of non-recurring tasks of a company per calendar month of the target posting date. */
export const MONTHLY_CAP = 4

/** Error messages about the monthly limit start with this text. The web app shows these messages unchanged. */
export const CAP_REFUSAL = `Cannot create task. Maximum ${MONTHLY_CAP} tasks allowed per month.`

/** Says how many tasks the month of a date has. */
export const tasksInMonthText = (count: number, date: CalendarDate): string => `${count} tasks already exist for ${formatMonth(date)}.`

export const capRefusal = (count: number, date: CalendarDate): string => `${CAP_REFUSAL} ${tasksInMonthText(count, date)}`

/** The error message if the month of a task's new posting date is full. */
export const capMoveRefusal = (count: number, date: CalendarDate): string =>
  `Cannot move task. Maximum ${MONTHLY_CAP} tasks allowed per month. ${tasksInMonthText(count, date)}`

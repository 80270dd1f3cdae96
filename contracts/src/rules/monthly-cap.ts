import { formatMonth } from '../format/dates.ts'
import type { CalendarDate } from './business-dates.ts'

/** Maximum number of non-recurring tasks of a company per calendar month of the target posting date. */
export const MONTHLY_CAP = 4

/** Error messages about the monthly limit start with this text. The web app shows these messages unchanged. */
export const CAP_REFUSAL = `Cannot create task. Maximum ${MONTHLY_CAP} tasks allowed per month.`

const existing = (count: number, date: CalendarDate): string => `${count} tasks already exist for ${formatMonth(date)}.`

export const capRefusal = (count: number, date: CalendarDate): string => `${CAP_REFUSAL} ${existing(count, date)}`

/** The error message if the month of a task's new posting date is full. */
export const capMoveRefusal = (count: number, date: CalendarDate): string =>
  `Cannot move task. Maximum ${MONTHLY_CAP} tasks allowed per month. ${existing(count, date)}`

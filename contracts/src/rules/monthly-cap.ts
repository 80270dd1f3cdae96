import { formatMonth } from '../format/dates.ts'
import { type CalendarDate, monthOf } from './business-dates.ts'

/** Maximum number of non-recurring tasks of a company per calendar month of the target posting date. */
export const MONTHLY_CAP = 4

interface Dated {
  isRecurring: boolean
  targetPostingDate: CalendarDate | null
}

export const tasksInMonth = (tasks: readonly Dated[], date: CalendarDate): number =>
  tasks.filter((t) => !t.isRecurring && t.targetPostingDate !== null && monthOf(t.targetPostingDate) === monthOf(date)).length

export const capWarning = (count: number, date: CalendarDate): string =>
  `Warning: ${count} tasks already exist for ${formatMonth(date)}. Maximum ${MONTHLY_CAP} tasks allowed per month.`

/** Error messages about the monthly limit start with this text. The web app shows these messages unchanged. */
export const CAP_REFUSAL = `Cannot create task. Maximum ${MONTHLY_CAP} tasks allowed per month.`

export const capRefusal = (count: number, date: CalendarDate): string =>
  `${CAP_REFUSAL} ${count} tasks already exist for ${formatMonth(date)}.`

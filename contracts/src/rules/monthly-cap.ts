import { type CalendarDate, monthOf, monthYear } from './business-dates.ts'

/** Non-recurring tasks a company may have per calendar month of the target posting date. */
export const MONTHLY_CAP = 4

interface Dated {
  isRecurring: boolean
  targetPostingDate: CalendarDate | null
}

/** How many non-recurring tasks post in the month of `date`. */
export const tasksInMonth = (tasks: readonly Dated[], date: CalendarDate): number =>
  tasks.filter((t) => !t.isRecurring && t.targetPostingDate !== null && monthOf(t.targetPostingDate) === monthOf(date)).length

export const capWarning = (count: number, date: CalendarDate): string =>
  `Warning: ${count} tasks already exist for ${monthYear(date)}. Maximum ${MONTHLY_CAP} tasks allowed per month.`

/** The start of every refusal over the cap; the web shows a message that begins so verbatim. */
export const CAP_REFUSAL = `Cannot create task. Maximum ${MONTHLY_CAP} tasks allowed per month.`

export const capRefusal = (count: number, date: CalendarDate): string =>
  `${CAP_REFUSAL} ${count} tasks already exist for ${monthYear(date)}.`

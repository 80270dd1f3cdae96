import { formatMonth } from '@app/contracts/format/dates.ts'
import { type CalendarDate, monthOf } from '@app/contracts/rules/business-dates.ts'
import { MONTHLY_CAP } from '@app/contracts/rules/monthly-cap.ts'

interface Dated {
  isRecurring: boolean
  targetPostingDate: CalendarDate | null
}

export const tasksInMonth = (tasks: readonly Dated[], date: CalendarDate): number =>
  tasks.filter((t) => !t.isRecurring && t.targetPostingDate !== null && monthOf(t.targetPostingDate) === monthOf(date)).length

export const capWarning = (count: number, date: CalendarDate): string =>
  `Warning: ${count} tasks already exist for ${formatMonth(date)}. Maximum ${MONTHLY_CAP} tasks allowed per month.`

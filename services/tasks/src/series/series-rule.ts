import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { firstOccurrence, nextOccurrence } from '@app/contracts/rules/occurrences.ts'
import type { RepeatRule } from '@app/contracts/rules/recurrence.ts'
import type { SeriesRow } from './series.repository.ts'

type RuleColumns = Pick<SeriesRow, 'recurrence_type' | 'weekly_day_of_week' | 'monthly_week' | 'monthly_day_of_week'>

export const ruleOf = (row: RuleColumns): RepeatRule => ({
  recurrenceType: row.recurrence_type,
  weeklyDayOfWeek: row.weekly_day_of_week,
  monthlyWeek: row.monthly_week,
  monthlyDayOfWeek: row.monthly_day_of_week,
})

/**
 * Returns the dates of the first and the second occurrence. The task that an owner or admin created is always the first occurrence. If the rule has
 * no date in the period, the date of the first occurrence is the first day of the period.
 */
export function firstDates(series: RuleColumns & Pick<SeriesRow, 'starts_on' | 'ends_on'>): {
  first: CalendarDate
  next: CalendarDate | null
} {
  const rule = ruleOf(series)
  const first = firstOccurrence(rule, series.starts_on, series.ends_on)
  if (first === undefined) return { first: series.starts_on, next: null }
  return { first, next: nextOccurrence(rule, first, series.ends_on) ?? null }
}

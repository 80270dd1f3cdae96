import type { Series } from '@app/contracts/http/series.ts'
import { DEFAULT_MONTH_WEEK, DEFAULT_WEEKDAY, type MonthWeek, type RecurrenceType, type Weekday } from '@app/contracts/rules/recurrence.ts'

export interface SeriesForm {
  recurrenceType: RecurrenceType
  weeklyDayOfWeek: Weekday
  monthlyWeek: MonthWeek
  monthlyDayOfWeek: Weekday
  recurrenceEndDate: string
}

/** Returns the form with the values of a series. The fields for days that the series does not use have default values. */
export const seriesForm = (series: Series): SeriesForm => ({
  recurrenceType: series.recurrenceType,
  weeklyDayOfWeek: series.weeklyDayOfWeek ?? DEFAULT_WEEKDAY,
  monthlyWeek: series.monthlyWeek ?? DEFAULT_MONTH_WEEK,
  monthlyDayOfWeek: series.monthlyDayOfWeek ?? DEFAULT_WEEKDAY,
  recurrenceEndDate: series.recurrenceEndDate,
})

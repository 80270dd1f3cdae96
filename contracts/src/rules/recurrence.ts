export const recurrenceTypes = ['weekly', 'bi-weekly', 'monthly'] as const
export type RecurrenceType = (typeof recurrenceTypes)[number]

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

export const monthWeeks = ['first', 'second', 'third', 'fourth', 'last'] as const
export type MonthWeek = (typeof monthWeeks)[number]

/** How an owner can change a series for the occurrences that are not tasks yet. */
export const seriesChanges = ['changed', 'ended', 'skipped'] as const
export type SeriesChange = (typeof seriesChanges)[number]

export const DEFAULT_WEEKDAY: Weekday = 'monday'
export const DEFAULT_MONTH_WEEK: MonthWeek = 'first'

const ordinal: Record<MonthWeek, string> = { first: '1st', second: '2nd', third: '3rd', fourth: '4th', last: 'last' }
const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** How a task repeats. A weekday that is absent is Monday, and an absent week is the first week of the month. */
export interface RepeatRule {
  recurrenceType: RecurrenceType
  weeklyDayOfWeek?: Weekday | null
  monthlyWeek?: MonthWeek | null
  monthlyDayOfWeek?: Weekday | null
}

/** Returns the recurrence as text, for example "Every other Friday" or "Every month on the last Friday". */
export function recurrenceText(rule: RepeatRule): string {
  if (rule.recurrenceType === 'monthly') {
    const week = ordinal[rule.monthlyWeek ?? DEFAULT_MONTH_WEEK]
    return `Every month on the ${week} ${capitalize(rule.monthlyDayOfWeek ?? DEFAULT_WEEKDAY)}`
  }
  const day = capitalize(rule.weeklyDayOfWeek ?? DEFAULT_WEEKDAY)
  return rule.recurrenceType === 'weekly' ? `Every ${day}` : `Every other ${day}`
}

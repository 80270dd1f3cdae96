import { formatLongDay } from '@app/contracts/format/calendar.ts'
import { formatMonth } from '@app/contracts/format/dates.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import { addDays, type CalendarDate, monthOf } from '@app/contracts/rules/business-dates.ts'
import type { CalendarDay } from './entries.ts'
import { firstDayOf, type Month } from './month.ts'

/** In the last days of a month, most of its posts are over. */
const LAST_DAYS = 7

/**
 * Describes a month with few posts to come, and the next post in the weeks of the month: for example "No more posts in November 2026. The
 * next post is on Tuesday, December 1." Undefined for other months.
 */
export function describeRemaining(month: Month, today: CalendarDate, days: readonly CalendarDay[]): string | undefined {
  const ofMonth = days.filter(({ date }) => monthOf(date) === month)
  const toCome = ofMonth.filter(({ date }) => date >= today)
  const name = formatMonth(firstDayOf(month))
  if (ofMonth.length === 0) return `No posts in ${name}.${describeNext(month, today, days)}`
  if (month !== monthOf(today)) return undefined
  if (toCome.length === 0) return `No more posts in ${name}.${describeNext(month, today, days)}`
  if (monthOf(addDays(today, LAST_DAYS)) === month) return undefined
  const count = countOf(toCome)
  return `${count === undefined ? 'Many' : formatNumber(count)} more ${count === 1 ? 'post' : 'posts'} in ${name}.`
}

/** Returns the number of posts on these days. Undefined if a day has too many posts to count. */
function countOf(days: readonly CalendarDay[]): number | undefined {
  let count = 0
  for (const { entries, more } of days) {
    if (more === null) return undefined
    count += entries.length + more
  }
  return count
}

/** Names the first day with a post after the month, if the weeks of the month contain this day. */
function describeNext(month: Month, today: CalendarDate, days: readonly CalendarDay[]): string {
  const [next] = days
    .map(({ date }) => date)
    .filter((date) => date >= today && monthOf(date) > month)
    .toSorted()
  return next ? ` The next post is on ${formatLongDay(next)}.` : ''
}

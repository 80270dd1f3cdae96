import { PLANNED_DATES_MAX, type PlannedDates } from '@app/contracts/http/calendar.ts'
import { type CalendarDate, todayIn } from '@app/contracts/rules/business-dates.ts'
import { occurrencesBetween } from '@app/contracts/rules/occurrences.ts'
import type { TasksDeps } from '../deps.ts'
import { ruleOf } from '../series/series-rule.ts'
import type { CalendarOf } from './calendar-task.repository.ts'
import type { Period } from './period.ts'
import { type PlannedSeries, selectPlannedSeries } from './planned-series.repository.ts'

/** Maximum number of series whose dates are computed for a response of at most six weeks. */
const SERIES_MAX = 500

/** A planned date together with its series. */
export type DatedSeries = PlannedSeries & { date: CalendarDate }

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byDate = (a: DatedSeries, b: DatedSeries): number => compare(a.date, b.date) || compare(a.seriesId, b.seriesId)

interface PlannedQuery extends Period, CalendarOf {
  /** Maximum number of dates. */
  max: number
  /** Maximum number of series whose dates are computed. Computing a date takes up to 25 µs of CPU time. */
  seriesMax: number
}

type PlannedDeps = Pick<TasksDeps, 'db' | 'timeZone' | 'now'>

/**
 * Computes the planned dates of a period, earliest first. Dates before today are left out, because they never become tasks. `isComplete` is
 * false if the period may have more planned dates.
 */
export async function computePlannedDates({ db, timeZone, now }: PlannedDeps, { from: first, to, max, seriesMax, ...of }: PlannedQuery) {
  const today = todayIn(timeZone, now())
  const from = first < today ? today : first
  const series = await selectPlannedSeries(db, { from, to, ...of, limit: seriesMax + 1 })
  const dated = series.slice(0, seriesMax).flatMap((one): DatedSeries[] => {
    const until = to < one.ends_on ? to : one.ends_on
    return occurrencesBetween(ruleOf(one), one.nextDate, { from, until, max: max + 1 }).map((date) => ({ ...one, date }))
  })
  return { dates: dated.toSorted(byDate).slice(0, max), isComplete: series.length <= seriesMax && dated.length <= max }
}

/** Returns the planned dates of at most six weeks for a response. */
export async function plannedDatesOf(deps: PlannedDeps, period: Period, of: CalendarOf): Promise<PlannedDates> {
  const { dates, isComplete } = await computePlannedDates(deps, { ...period, ...of, max: PLANNED_DATES_MAX, seriesMax: SERIES_MAX })
  return {
    dates: dates.map(({ date, targetPostingTime, seriesId, companyProfileId, companyName, title, newestTaskId }) => ({
      date,
      ...(targetPostingTime !== null && { targetPostingTime }),
      seriesId,
      companyProfileId,
      companyName,
      title,
      newestTaskId,
    })),
    isComplete,
  }
}

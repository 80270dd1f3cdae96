import type { Role } from '@app/contracts/http/session.ts'
import { addDays, type CalendarDate, todayIn } from '@app/contracts/rules/business-dates.ts'
import { firstOccurrence, nextOccurrenceFrom, ruleOnDate } from '@app/contracts/rules/occurrences.ts'
import type { RepeatRule } from '@app/contracts/rules/recurrence.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { storeChange } from './change-series.ts'
import type { OwnedSeries } from './series.repository.ts'
import { ruleOf } from './series-rule.ts'

interface MovedOccurrence {
  /** The date of the occurrence in the series, which stays. */
  occurrenceDate: CalendarDate
  /** The date to which the occurrence was moved. */
  date: CalendarDate
  movedBy: Role
}

const latest = (...dates: CalendarDate[]): CalendarDate => dates.reduce((a, b) => (b > a ? b : a))

/**
 * Returns the date of the next occurrence. After the newest occurrence, the rule continues from the date to which it was moved. If there is
 * a newer occurrence, or if a date was skipped, the rule continues from the date that was planned next. Null if the series has ended.
 */
function nextDateOf(
  { next_date: planned, last_date, ends_on }: OwnedSeries,
  rule: RepeatRule,
  { occurrenceDate, date }: MovedOccurrence,
  today: CalendarDate,
): CalendarDate | null {
  if (planned === null) return null
  const next =
    occurrenceDate === last_date
      ? nextOccurrenceFrom(rule, date, ends_on, latest(addDays(last_date, 1), today))
      : firstOccurrence(rule, latest(planned, addDays(date, 1), today), ends_on)
  return next ?? null
}

/**
 * Changes the rule of a series after one of its occurrences was moved: it repeats on the weekday of the new date, and if it is monthly, in
 * the same week of the month. The caller must have locked the tasks of the series, and the series.
 */
export async function moveSeries(
  trx: Transaction<Tables>,
  { timeZone, now }: TasksDeps,
  series: OwnedSeries,
  moved: MovedOccurrence,
): Promise<void> {
  const rule = ruleOnDate(ruleOf(series), moved.date)
  const columns = {
    weekly_day_of_week: rule.weeklyDayOfWeek ?? null,
    monthly_week: rule.monthlyWeek ?? null,
    monthly_day_of_week: rule.monthlyDayOfWeek ?? null,
    next_date: nextDateOf(series, rule, moved, todayIn(timeZone, now())),
  }
  await storeChange(trx, series, columns, { change: 'changed', changedBy: moved.movedBy })
}

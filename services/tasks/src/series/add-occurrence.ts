import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { addDays, type CalendarDate, todayIn } from '@app/contracts/rules/business-dates.ts'
import { nextOccurrence, nextOccurrenceFrom } from '@app/contracts/rules/occurrences.ts'
import { REVIEW_GAP_DAYS } from '@app/contracts/rules/task-dates.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { addTask } from '../tasks/add-task.ts'
import { lockNewestOccurrence, type OwnedSeries, setFollowingDate, tryToLockSeries, updateSeries } from './series.repository.ts'
import { ruleOf } from './series-rule.ts'

export type OccurrenceDeps = Pick<TasksDeps, 'db' | 'log' | 'now' | 'timeZone'> & { store: Pick<TasksDeps['store'], 'publicUrl'> }

/** The posting date of an occurrence is its date in the series. The preview is due three days earlier, but not in the past. */
function datesOf(date: CalendarDate, today: CalendarDate) {
  const submission = addDays(date, -REVIEW_GAP_DAYS)
  return { target_posting_date: date, submission_for_review: submission < today ? today : submission }
}

async function addOccurrence(
  trx: Transaction<Tables>,
  deps: OccurrenceDeps,
  series: OwnedSeries,
  { date, following, today }: { date: CalendarDate; following: CalendarDate | null; today: CalendarDate },
): Promise<void> {
  const number = series.last_number + 1
  await addTask(
    trx,
    deps,
    { id: series.company_id, ownerId: series.ownerId, name: series.companyName },
    {
      taskInput: {
        ...series.brief,
        ...datesOf(date, today),
        target_posting_time: series.target_posting_time,
        is_recurring: true,
        recurrence_type: series.recurrence_type,
        recurrence_start_date: series.starts_on,
        recurrence_end_date: series.ends_on,
        weekly_day_of_week: series.weekly_day_of_week,
        monthly_week: series.monthly_week,
        monthly_day_of_week: series.monthly_day_of_week,
      },
      referenceImage: series.reference_image,
      createdBy: series.created_by,
      occurrence: { series_id: series.id, occurrence_no: number, occurrence_date: date, next_occurrence_date: following },
    },
  )
  await updateSeries(trx, series.id, { last_number: number, last_date: date, next_date: following, is_due: false })
}

const isDue = ({ next_date, last_date, is_due }: OwnedSeries, today: CalendarDate): boolean =>
  next_date !== null && (is_due || last_date <= today)

/**
 * If the next occurrence of a series is due, creates its task. Dates before today are skipped. Therefore, only one task of the series is
 * created after a long downtime. If several replicas call this function at the same time, only one of them creates the task.
 */
export function createNextOccurrence(deps: OccurrenceDeps, seriesId: string): Promise<boolean> {
  return inTransaction(deps.db, async (trx) => {
    await lockNewestOccurrence(trx, seriesId)
    const series = await tryToLockSeries(trx, seriesId)
    const today = todayIn(deps.timeZone, deps.now())
    if (!series?.next_date || !isDue(series, today)) return false
    const rule = ruleOf(series)
    const { next_date: planned, ends_on: end } = series
    const date = planned >= today ? planned : nextOccurrenceFrom(rule, planned, end, today)
    if (date !== planned) await setFollowingDate(trx, seriesId, date ?? null)
    if (date === undefined) {
      await updateSeries(trx, seriesId, { next_date: null, is_due: false })
      return false
    }
    await addOccurrence(trx, deps, series, { date, following: nextOccurrence(rule, date, end) ?? null, today })
    return true
  })
}

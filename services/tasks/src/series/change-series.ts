import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { type Caller, ownerIdOf } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { SeriesChanged } from '@app/contracts/events/tasks.ts'
import type { changeSeries as contract, Series } from '@app/contracts/http/series.ts'
import type { Role } from '@app/contracts/http/session.ts'
import { type CalendarDate, todayIn, tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import { firstOccurrence, nextOccurrence } from '@app/contracts/rules/occurrences.ts'
import { DEFAULT_MONTH_WEEK, DEFAULT_WEEKDAY, type SeriesChange } from '@app/contracts/rules/recurrence.ts'
import { checkSeriesEnd } from '@app/contracts/rules/task-dates.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { refuse } from '../tasks/task-input.ts'
import {
  changeOpenOccurrences,
  findSeries,
  lockOccurrences,
  lockSeries,
  type OwnedSeries,
  setFollowingDate,
  updateSeries,
} from './series.repository.ts'
import { ruleOf } from './series-rule.ts'
import { toSeries } from './to-series.ts'

type Change = Type.Static<typeof contract.schema.body>

export const seriesNotFound = (): AppError => new AppError('series-not-found', 'not-found', 'Series not found')

/** Creates an error with status code 409. The response contains the current series. */
const conflict = (series: OwnedSeries, code: string, message: string): AppError =>
  new AppError(code, 'conflict', message, { extensions: { series: toSeries(series) } })

/**
 * Runs a change of a series in a transaction. The transaction first locks the tasks of the series, and then the series.
 */
function withLockedSeries(
  { db }: TasksDeps,
  caller: Caller,
  id: string,
  idempotency: IdempotentRequest,
  change: (trx: Transaction<Tables>, series: OwnedSeries) => Promise<OwnedSeries>,
): Promise<Series> {
  return inTransaction(
    db,
    async (trx) => {
      if (!(await findSeries(trx, id, ownerIdOf(caller)))) throw seriesNotFound()
      await lockOccurrences(trx, id)
      const series = await lockSeries(trx, id, ownerIdOf(caller))
      if (!series) throw seriesNotFound()
      return idempotency.storeResponse(trx, toSeries(await change(trx, series)))
    },
    { row: `series ${caller.id} ${id}` },
  )
}

type SeriesColumns = Partial<
  Pick<
    OwnedSeries,
    'recurrence_type' | 'weekly_day_of_week' | 'monthly_week' | 'monthly_day_of_week' | 'ends_on' | 'last_date' | 'next_date'
  >
>

interface ChangeOfSeries {
  change: SeriesChange
  changedBy: Role
  skippedDate?: CalendarDate
}

/** Stores a change of a series, and adds the event. Tasks of the series that are not posted get the changed rule, too. */
export async function storeChange(
  trx: Transaction<Tables>,
  series: OwnedSeries,
  columns: SeriesColumns,
  { change, changedBy, skippedDate }: ChangeOfSeries,
): Promise<OwnedSeries> {
  const version = series.version + 1
  const changed = { ...series, ...columns, version }
  await updateSeries(trx, series.id, { ...columns, version })
  await changeOpenOccurrences(trx, series.id, {
    recurrence_type: changed.recurrence_type,
    weekly_day_of_week: changed.weekly_day_of_week,
    monthly_week: changed.monthly_week,
    monthly_day_of_week: changed.monthly_day_of_week,
    recurrence_end_date: changed.ends_on,
  })
  await setFollowingDate(trx, series.id, changed.next_date)
  await addEvent(trx, SeriesChanged, {
    aggregateId: series.id,
    version,
    data: {
      seriesId: series.id,
      companyProfileId: series.company_id,
      companyName: series.companyName,
      ownerId: series.ownerId,
      title: series.brief.title,
      change,
      changedBy,
      recurrenceType: changed.recurrence_type,
      weeklyDayOfWeek: changed.weekly_day_of_week,
      monthlyWeek: changed.monthly_week,
      monthlyDayOfWeek: changed.monthly_day_of_week,
      recurrenceEndDate: changed.ends_on,
      nextDate: changed.next_date,
      ...(skippedDate && { skippedDate }),
    },
  })
  return changed
}

/** A date that is later than the end of every series. */
const NEVER = '9999-12-31'

/**
 * Changes the rule and the end of a series. The new rule begins with its first date on or after the next date of the old rule, but not
 * before today. Tasks that already exist keep their dates, even if their dates are later than the new end. Throws 422 for an end before
 * tomorrow.
 */
export function changeSeries(
  deps: TasksDeps,
  caller: Caller,
  id: string,
  requested: Change,
  idempotency: IdempotentRequest,
): Promise<Series> {
  const { timeZone, now } = deps
  const { recurrenceType, recurrenceEndDate: end, version } = requested
  refuse(checkSeriesEnd(end, tomorrowIn(timeZone, now())))
  const isMonthly = recurrenceType === 'monthly'
  const rule = {
    recurrence_type: recurrenceType,
    weekly_day_of_week: isMonthly ? null : (requested.weeklyDayOfWeek ?? DEFAULT_WEEKDAY),
    monthly_week: isMonthly ? (requested.monthlyWeek ?? DEFAULT_MONTH_WEEK) : null,
    monthly_day_of_week: isMonthly ? (requested.monthlyDayOfWeek ?? DEFAULT_WEEKDAY) : null,
  }
  return withLockedSeries(deps, caller, id, idempotency, (trx, series) => {
    if (version !== undefined && version !== series.version)
      throw conflict(series, 'series-changed', 'These dates were changed in the meantime. Please check them again.')
    const today = todayIn(timeZone, now())
    const planned = series.next_date ?? nextOccurrence(ruleOf(series), series.last_date, NEVER) ?? NEVER
    const next_date = firstOccurrence(ruleOf(rule), planned < today ? today : planned, end) ?? null
    return storeChange(trx, series, { ...rule, ends_on: end, next_date }, { change: 'changed', changedBy: caller.role })
  })
}

/**
 * Ends a series: no occurrence follows the newest occurrence. Tasks that already exist stay. If the series has ended already, nothing
 * changes.
 */
export const endSeries = (deps: TasksDeps, caller: Caller, id: string, idempotency: IdempotentRequest): Promise<Series> =>
  withLockedSeries(deps, caller, id, idempotency, async (trx, series) =>
    series.next_date === null
      ? series
      : storeChange(trx, series, { ends_on: series.last_date, next_date: null }, { change: 'ended', changedBy: caller.role }),
  )

/**
 * Skips the next occurrence of a series. Throws 409 if `date` is not the date of the next occurrence, for example because the task for
 * `date` already exists.
 */
export const skipOccurrence = (
  deps: TasksDeps,
  caller: Caller,
  id: string,
  date: CalendarDate,
  idempotency: IdempotentRequest,
): Promise<Series> =>
  withLockedSeries(deps, caller, id, idempotency, async (trx, series) => {
    if (series.next_date === null || series.next_date !== date)
      throw conflict(series, 'not-next', 'The next date has changed. Please check the dates again.')
    const next_date = nextOccurrence(ruleOf(series), date, series.ends_on) ?? null
    return storeChange(trx, series, { last_date: date, next_date }, { change: 'skipped', changedBy: caller.role, skippedDate: date })
  })

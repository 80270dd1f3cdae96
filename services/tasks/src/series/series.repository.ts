import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TaskRow } from '../tasks/task-row.ts'

export type SeriesRow = Omit<Selectable<Tables['task_series']>, 'created_at'>

/** A series with the owner and the name of its company. */
export type OwnedSeries = SeriesRow & { ownerId: string; companyName: string }

const columns = [
  'task_series.id',
  'task_series.company_id',
  'task_series.brief',
  'task_series.reference_image',
  'task_series.recurrence_type',
  'task_series.weekly_day_of_week',
  'task_series.monthly_week',
  'task_series.monthly_day_of_week',
  'task_series.starts_on',
  'task_series.ends_on',
  'task_series.target_posting_time',
  'task_series.created_by',
  'task_series.last_number',
  'task_series.last_date',
  'task_series.next_date',
  'task_series.is_due',
  'task_series.version',
] as const

/** Selects a series by its id. With `ownerId`, the query finds only series of this owner. */
function seriesWith(db: Kysely<Tables>, id: string, ownerId: string | undefined) {
  const found = db
    .selectFrom('task_series')
    .innerJoin('company', 'company.id', 'task_series.company_id')
    .select(columns)
    .select(['company.owner_id as ownerId', 'company.name as companyName'])
    .where('task_series.id', '=', id)
  return ownerId === undefined ? found : found.where('company.owner_id', '=', ownerId)
}

export const findSeries = (db: Kysely<Tables>, id: string, ownerId: string | undefined): Promise<OwnedSeries | undefined> =>
  seriesWith(db, id, ownerId).executeTakeFirst()

/** Locks a series until commit. A transaction that also locks tasks of the series must lock these tasks first, to avoid deadlocks. */
export const lockSeries = (trx: Transaction<Tables>, id: string, ownerId: string | undefined): Promise<OwnedSeries | undefined> =>
  seriesWith(trx, id, ownerId).forUpdate('task_series').executeTakeFirst()

/** Like `lockSeries`, but returns undefined if another transaction has locked the series. */
export const tryToLockSeries = (trx: Transaction<Tables>, id: string): Promise<OwnedSeries | undefined> =>
  seriesWith(trx, id, undefined).forUpdate('task_series').skipLocked().executeTakeFirst()

export async function updateSeries(trx: Transaction<Tables>, id: string, change: Updateable<Tables['task_series']>): Promise<void> {
  await trx.updateTable('task_series').set(change).where('id', '=', id).execute()
}

/**
 * Returns the ids of series whose next occurrence is due. An occurrence is due if the previous occurrence was posted, or if the date of the
 * previous occurrence has come.
 */
export async function dueSeries(db: Kysely<Tables>, today: CalendarDate, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select id from task_series where next_date is not null and is_due limit ${limit})
    union
    (select id from task_series where next_date is not null and last_date <= ${today} order by last_date limit ${limit})`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Marks a series whose newest occurrence was posted. Its next occurrence then becomes a task at once. With `isDue` false, removes the mark
 * if the next occurrence is not a task yet.
 */
export async function markDue(trx: Transaction<Tables>, id: string, postedDate: CalendarDate, isDue = true): Promise<void> {
  await trx.updateTable('task_series').set({ is_due: isDue }).where('id', '=', id).where('last_date', '=', postedDate).execute()
}

/**
 * Locks all tasks of a series, in the order of their ids, so that two transactions cannot deadlock. Also locks posted tasks, because a
 * launch can be undone: the task is then open again.
 */
export async function lockOccurrences(trx: Transaction<Tables>, seriesId: string): Promise<void> {
  await sql`select from task where series_id = ${seriesId} order by id for update`.execute(trx)
}

/** Locks the newest task of a series. */
export async function lockNewestOccurrence(trx: Transaction<Tables>, seriesId: string): Promise<void> {
  await sql`select from task where series_id = ${seriesId} order by occurrence_date desc limit 1 for update`.execute(trx)
}

/**
 * Changes all tasks of a series except posted tasks. The versions of the tasks stay the same, because the content that the owner decides on
 * does not change. The caller must have locked the tasks.
 */
export async function changeOpenOccurrences(trx: Transaction<Tables>, seriesId: string, change: Updateable<Tables['task']>): Promise<void> {
  await trx.updateTable('task').set(change).where('series_id', '=', seriesId).where('status', '<>', 'Posted').execute()
}

/** Stores which date follows the newest task of a series. The version of this task stays the same. The caller must have locked the task. */
export async function setFollowingDate(trx: Transaction<Tables>, seriesId: string, date: CalendarDate | null): Promise<void> {
  await sql`
    update task set next_occurrence_date = ${date} where id = (
      select id from task where series_id = ${seriesId} order by occurrence_date desc limit 1
    ) and next_occurrence_date is distinct from ${date}`.execute(trx)
}

/**
 * Stores the date that follows a removed task as the date that follows the task before it. The version of the task before stays the same.
 * The caller must have locked the tasks of the series.
 */
export async function passOnFollowingDate(
  trx: Transaction<Tables>,
  { seriesId, occurrenceDate, nextOccurrenceDate }: Pick<TaskRow, 'seriesId' | 'occurrenceDate' | 'nextOccurrenceDate'>,
): Promise<void> {
  await sql`
    update task set next_occurrence_date = ${nextOccurrenceDate} where id = (
      select id from task where series_id = ${seriesId} and occurrence_date < ${occurrenceDate} order by occurrence_date desc limit 1
    )`.execute(trx)
}

export async function hasOccurrences(trx: Transaction<Tables>, seriesId: string): Promise<boolean> {
  const { rows } = await sql`select from task where series_id = ${seriesId} limit 1`.execute(trx)
  return rows.length > 0
}

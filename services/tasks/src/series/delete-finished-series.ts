import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { deleteSeries, hasOccurrences, type SeriesRow } from './series.repository.ts'

/**
 * Deletes a locked series without tasks, if no occurrence follows or if its only task was the first occurrence: an owner who removes the
 * task that was just created wants no repeats of it. Returns whether the series was deleted.
 */
export async function deleteFinishedSeries(trx: Transaction<Tables>, series: SeriesRow): Promise<boolean> {
  const isOver = series.next_date === null || series.last_number === 1
  if (!isOver || (await hasOccurrences(trx, series.id))) return false
  await deleteSeries(trx, series.id)
  return true
}

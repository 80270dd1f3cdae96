import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { deleteOwnerFiles } from '../quotas/quota.repository.ts'
import { deleteSeries, hasOccurrences, type SeriesRow } from './series.repository.ts'

/**
 * Deletes a series without tasks if one of two conditions is true. Either no occurrence follows. Or the series has had only one task: an
 * owner who removes this first task does not want the task to repeat. The caller must have locked the series. Returns whether the series
 * was deleted.
 */
export async function deleteFinishedSeries(trx: Transaction<Tables>, series: SeriesRow): Promise<boolean> {
  const isOver = series.next_date === null || series.last_number === 1
  if (!isOver || (await hasOccurrences(trx, series.id))) return false
  await deleteSeries(trx, series.id)
  if (series.reference_image) await deleteOwnerFiles(trx, [series.reference_image])
  return true
}

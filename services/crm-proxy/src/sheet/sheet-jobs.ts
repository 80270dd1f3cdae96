import { enqueueAgain, type Queue, release } from '@app/chassis/work/queue.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findSheet } from './sheet.repository.ts'

/** Jobs that send waiting changes or check whether a sheet responds again. The key is the company's id: at most one job per sheet. */
export const sheetJobs: Queue<null> = { name: 'sheets' }

const WRITES_WAIT = sql<boolean>`exists (select from write where write.company_id = sheet.company_id and write.state = 'pending')`

const FIRST_WAIT_MS = 2_000
/** Maximum delay of the next job while changes are waiting. */
const MAX_WAIT_MS = 10_000
/** Delay of the next job while the sheet does not respond and no change is waiting. */
const RECHECK_MS = 15 * 60_000

const findState = (trx: Transaction<Tables>, companyId: string) =>
  trx
    .selectFrom('sheet')
    .select(['failures', 'away_since', WRITES_WAIT.as('hasWrites')])
    .where('company_id', '=', companyId)
    .executeTakeFirst()

const queueJob = (trx: Transaction<Tables>, companyId: string, delayMs: number): Promise<void> =>
  enqueueAgain(trx, sheetJobs, [{ key: companyId, payload: null, delayMs }])

/**
 * Schedules the sheet's job to run now, unless earlier changes are being retried. Call this function before you add a
 * change. Otherwise, the function treats the new change as an earlier change.
 */
export async function scheduleSheetJob(trx: Transaction<Tables>, companyId: string): Promise<void> {
  const sheet = await findState(trx, companyId)
  if (!sheet) return
  await queueJob(trx, companyId, 0)
  if (sheet.failures === 0 || !sheet.hasWrites) await release(trx, sheetJobs, [companyId])
}

/** Schedules a call that checks whether a sheet responds again. */
export const scheduleRecheck = (trx: Transaction<Tables>, companyId: string): Promise<void> => queueJob(trx, companyId, RECHECK_MS)

/** Call this function when a sheet's job ended. Schedules the next job if changes are waiting or the sheet does not respond. */
export async function scheduleNextJob(trx: Transaction<Tables>, companyId: string): Promise<void> {
  const sheet = await findState(trx, companyId)
  if (!sheet || !(await findSheet(trx, companyId))) return
  const { failures, away_since, hasWrites } = sheet
  if (hasWrites) await queueJob(trx, companyId, failures && Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), MAX_WAIT_MS))
  else if (away_since) await queueJob(trx, companyId, RECHECK_MS)
}

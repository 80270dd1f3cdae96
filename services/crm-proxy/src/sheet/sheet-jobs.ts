import { enqueue, type Queue, release } from '@app/chassis/work/queue.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findSheet } from './sheet.repository.ts'

/** Jobs that send the owner's waiting changes or check whether a sheet responds again. At most one job per sheet waits or runs. */
export const sheetJobs: Queue<{ companyId: string }> = { name: 'sheets' }

const keyOf = (companyId: string, number: number): string => `${companyId} ${number}`

const WRITES_WAIT = sql<boolean>`exists (select from write where write.company_id = sheet.company_id and write.state = 'pending')`

const lockSheetJob = (trx: Transaction<Tables>, companyId: string) =>
  trx
    .selectFrom('sheet')
    .select(['job', 'has_job', 'failures', 'away_since', WRITES_WAIT.as('hasWrites')])
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()

/**
 * Schedules the sheet's job to run now, unless earlier changes are being retried. Call this function before you add a
 * change. Otherwise, the function treats the new change as an earlier change.
 */
export async function scheduleSheetJob(trx: Transaction<Tables>, companyId: string): Promise<void> {
  const sheet = await lockSheetJob(trx, companyId)
  if (!sheet) return
  if (!sheet.has_job) await enqueueSheetJob(trx, companyId, 0)
  else if (sheet.failures === 0 || !sheet.hasWrites) await release(trx, sheetJobs, [keyOf(companyId, sheet.job)])
}

/** Schedules a call that checks whether a sheet responds again. */
export async function scheduleRecheck(trx: Transaction<Tables>, companyId: string): Promise<void> {
  const sheet = await lockSheetJob(trx, companyId)
  if (sheet && !sheet.has_job) await enqueueSheetJob(trx, companyId, RECHECK_MS)
}

async function enqueueSheetJob(trx: Transaction<Tables>, companyId: string, delayMs: number): Promise<void> {
  const { job } = await trx
    .updateTable('sheet')
    .set({ job: sql`job + 1`, has_job: true })
    .where('company_id', '=', companyId)
    .returning('job')
    .executeTakeFirstOrThrow()
  await enqueue(trx, sheetJobs, [{ key: keyOf(companyId, job), payload: { companyId }, delayMs }])
}

const FIRST_WAIT_MS = 2_000
/** Maximum delay of the next job while changes are waiting. */
const MAX_WAIT_MS = 10_000
/** Delay of the next job while the sheet does not respond and no change is waiting. */
const RECHECK_MS = 15 * 60_000

/** Call this function when a sheet's job ended. Schedules the next job if changes are waiting or the sheet does not respond. */
export async function scheduleNextJob(trx: Transaction<Tables>, companyId: string): Promise<void> {
  const sheet = await lockSheetJob(trx, companyId)
  if (!sheet) return
  const { failures, away_since, hasWrites } = sheet
  const isConfigured = (await findSheet(trx, companyId)) !== undefined
  if (isConfigured && hasWrites)
    await enqueueSheetJob(trx, companyId, failures && Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), MAX_WAIT_MS))
  else if (isConfigured && away_since) await enqueueSheetJob(trx, companyId, RECHECK_MS)
  else await trx.updateTable('sheet').set({ has_job: false }).where('company_id', '=', companyId).execute()
}

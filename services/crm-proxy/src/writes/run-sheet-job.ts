import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkMetrics } from '@app/chassis/work/metrics.ts'
import { done } from '@app/chassis/work/outcome.ts'
import { startWorker, type Worker } from '@app/chassis/work/worker.ts'
import type { Tables } from '../db/tables.ts'
import { findCopy } from '../sheet/copy.repository.ts'
import { SheetFault } from '../sheet/faults.ts'
import { LEASE_WAIT_MS, type Lease, LeaseLost, withLease } from '../sheet/lease.ts'
import { readUnderLease, recordUnreached, type SheetDeps } from '../sheet/reader.ts'
import { ScriptReplaced } from '../sheet/script.ts'
import { findSheet } from '../sheet/sheet.repository.ts'
import { scheduleNextJob, sheetJobs } from '../sheet/sheet-jobs.ts'
import { sendToOurs } from './send-to-ours.ts'
import { sendToPlain } from './send-to-plain.ts'
import { nextWrite } from './write.repository.ts'

/** Pause between two changes. During the pause, a waiting request for the rows can take the lease. */
const PAUSE_MS = 150

type Progress = 'wrote' | 'over'

/** Sends the next waiting change. If no change is waiting and the last call of the script failed, reads the sheet. */
async function runUnderLease(deps: SheetDeps, lease: Lease): Promise<Progress> {
  const { db } = deps
  const known = await findSheet(db, lease.companyId)
  if (!known) return 'over'
  const write = await nextWrite(db, lease.companyId)
  if (!write) {
    if (known.away_since) await readUnderLease(deps, known, lease)
    return 'over'
  }
  // The kind of script and the columns are unknown until the sheet is read.
  if (known.kind === 'unknown' || !(await findCopy(db, lease.companyId))) await readUnderLease(deps, known, lease)
  const sheet = await findSheet(db, lease.companyId)
  if (!sheet) return 'over'
  const attempt = { deps, sheet, lease, write }
  try {
    await (sheet.kind === 'ours' ? sendToOurs(attempt) : sendToPlain(attempt))
  } catch (error) {
    if (!(error instanceof ScriptReplaced)) throw error
    // Another script may be at the URL now. A GET shows which script it is, without changing the sheet.
    await readUnderLease(deps, { ...sheet, kind: 'unknown' }, lease)
    if ((await findSheet(db, lease.companyId))?.kind !== sheet.kind) return 'wrote'
    await recordUnreached(deps, sheet, lease, error.fault)
    throw error.fault
  }
  return 'wrote'
}

/** Sends the waiting changes in order, until none is left or the sheet does not respond. */
export async function runSheetJob(deps: SheetDeps, companyId: string, signal: AbortSignal): Promise<void> {
  const { db, log } = deps
  while (!signal.aborted) {
    const progress = await withLease({ db, log, signal }, companyId, { waitMs: LEASE_WAIT_MS }, (lease) =>
      runUnderLease(deps, lease),
    ).catch((error: unknown) => {
      if (error instanceof SheetFault) log.info({ companyId, fault: error.code, err: error.cause }, 'cannot write to a spreadsheet')
      else if (!(error instanceof LeaseLost)) throw error
      return undefined
    })
    if (progress !== 'wrote') return
    await sleep(PAUSE_MS)
  }
}

export const startSheetJobWorker = (deps: SheetDeps, metrics: WorkMetrics): Worker =>
  startWorker<Tables, null>({
    db: deps.db,
    queue: sheetJobs,
    // The capacity is high, because a script that does not respond occupies a slot for half a minute.
    capacity: 50,
    metrics,
    tracer: deps.tracer,
    log: deps.log,
    async handle({ key: companyId, signal }) {
      await runSheetJob(deps, companyId, signal)
      return done
    },
    async onSettled(trx, settled) {
      for (const { key: companyId, settlement } of settled) {
        if (settlement.state === 'done' || settlement.state === 'failed') await scheduleNextJob(trx, companyId)
      }
    },
  })

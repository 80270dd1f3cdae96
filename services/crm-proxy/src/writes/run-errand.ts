import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkMetrics } from '@app/chassis/work/metrics.ts'
import { done } from '@app/chassis/work/outcome.ts'
import { startWorker, type Worker } from '@app/chassis/work/worker.ts'
import type { Tables } from '../db/tables.ts'
import { findCopy } from '../sheet/copy.repository.ts'
import { errands, followErrand } from '../sheet/errand.ts'
import { SheetFault } from '../sheet/faults.ts'
import { noteUnreached, readInTurn, type SheetDeps } from '../sheet/reader.ts'
import { ScriptReplaced } from '../sheet/script.ts'
import { findSheet } from '../sheet/sheet.repository.ts'
import { inTurn, TURN_WAIT_MS, type Turn, TurnLost } from '../sheet/turn.ts'
import { sendToOurs } from './send-to-ours.ts'
import { sendToPlain } from './send-to-plain.ts'
import { nextWrite } from './write.repository.ts'

/** Between two writes, so that somebody who waits for the rows gets a turn. */
const PAUSE_MS = 150

type Progress = 'wrote' | 'over'

/** Does what is due in one turn: the next write, or looking whether the sheet is back. */
async function workInTurn(deps: SheetDeps, turn: Turn): Promise<Progress> {
  const { db } = deps
  const known = await findSheet(db, turn.companyId)
  if (!known) return 'over'
  const write = await nextWrite(db, turn.companyId)
  if (!write) {
    if (known.away_since) await readInTurn(deps, known, turn)
    return 'over'
  }
  // Whose script it is, and what its columns are, comes with a reading.
  if (known.kind === 'unknown' || !(await findCopy(db, turn.companyId))) await readInTurn(deps, known, turn)
  const sheet = await findSheet(db, turn.companyId)
  if (!sheet) return 'over'
  const sending = { deps, sheet, turn, write }
  try {
    await (sheet.kind === 'ours' ? sendToOurs(sending) : sendToPlain(sending))
  } catch (error) {
    if (!(error instanceof ScriptReplaced)) throw error
    // By GET, before anything else is posted to it.
    await readInTurn(deps, { ...sheet, kind: 'unknown' }, turn)
    if ((await findSheet(db, turn.companyId))?.kind !== sheet.kind) return 'wrote'
    await noteUnreached(deps, sheet, turn, error.fault)
    throw error.fault
  }
  return 'wrote'
}

/** Writes what waits to be written, in order, until it is done or the sheet does not answer. */
export async function runErrand(deps: SheetDeps, companyId: string, signal: AbortSignal): Promise<void> {
  const { db, log } = deps
  while (!signal.aborted) {
    const progress = await inTurn({ db, log, signal }, companyId, { waitMs: TURN_WAIT_MS }, (turn) => workInTurn(deps, turn)).catch(
      (error: unknown) => {
        if (error instanceof SheetFault) log.info({ companyId, fault: error.code, err: error.cause }, 'a spreadsheet cannot be written')
        else if (!(error instanceof TurnLost)) throw error
        return undefined
      },
    )
    if (progress !== 'wrote') return
    await sleep(PAUSE_MS)
  }
}

/** Does the errands of all sheets. */
export const startErrands = (deps: SheetDeps, metrics: WorkMetrics): Worker =>
  startWorker<Tables, { companyId: string }>({
    db: deps.db,
    queue: errands,
    // A script that does not answer takes up one of them for half a minute.
    capacity: 50,
    metrics,
    tracer: deps.tracer,
    log: deps.log,
    async handle({ payload, signal }) {
      await runErrand(deps, payload.companyId, signal)
      return done
    },
    async onSettled(trx, settled) {
      for (const { payload, settlement } of settled) {
        if (settlement.state === 'done' || settlement.state === 'failed') await followErrand(trx, payload.companyId)
      }
    },
  })

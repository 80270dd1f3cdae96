import type { Logger } from '@app/chassis/logger.ts'
import { done, failed, retry } from '@app/chassis/work/outcome.ts'
import { startWorker, type Worker } from '@app/chassis/work/worker.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { noteSettled } from '../ledger.ts'
import type { SheetMetrics } from './metrics.ts'
import { findRow, sheetLedger, sheetRows } from './sheet.repository.ts'
import { reasonOf, type Sheet } from './sheet.ts'

interface SheetSenderOptions {
  db: Kysely<Tables>
  sheet: Sheet
  metrics: SheetMetrics
  log: Logger
}

/**
 * Sends contact forms to the spreadsheet. Few at once: a script takes seconds for each, and they wait for one another there.
 * It tells a form that comes a second time, so that none needs an intent. Nothing is final: whatever is wrong with the script
 * or its address can be mended while forms wait.
 */
export const startSheetSender = ({ db, sheet, metrics, log }: SheetSenderOptions): Worker =>
  startWorker<Tables, null>({
    db,
    queue: sheetRows,
    capacity: 2,
    log,
    async handle({ key, signal }) {
      const row = await findRow(db, key)
      if (!row) return failed('gone')
      return sheet.append(row, signal).then(
        () => done,
        (error: unknown) => retry(reasonOf(error)),
      )
    },
    async onSettled(trx, settled) {
      await noteSettled(trx, sheetLedger, settled)
      for (const { settlement } of settled) {
        if (settlement.state === 'done') metrics.sent.inc()
        if (settlement.state === 'failed') metrics.failed.inc()
      }
    },
  })

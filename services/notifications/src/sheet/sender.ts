import type { Logger } from '@app/chassis/logger.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import type { WorkMetrics } from '@app/chassis/work/metrics.ts'
import { done, failed, retry } from '@app/chassis/work/outcome.ts'
import { startWorker, type Worker } from '@app/chassis/work/worker.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { recordOutcomes } from '../ledger.ts'
import { findRow, sheetRows } from './sheet.repository.ts'
import { reasonOf, type Sheet } from './sheet.ts'

interface SheetSenderOptions {
  db: Kysely<Tables>
  sheet: Sheet
  metrics: WorkMetrics
  tracer?: Tracer
  log: Logger
}

/**
 * Sends contact forms to the spreadsheet. Few at once: a script takes seconds for each, and they wait for one another there.
 * It tells a form that comes a second time, so that none needs an intent. Nothing is final: whatever is wrong with the script
 * or its address can be mended while forms wait.
 */
export const startSheetSender = ({ db, sheet, metrics, tracer, log }: SheetSenderOptions): Worker =>
  startWorker<Tables, null>({
    db,
    queue: sheetRows,
    capacity: 2,
    metrics,
    tracer,
    log,
    async handle({ key, signal }) {
      const row = await findRow(db, key)
      if (!row) return failed('gone')
      return sheet.append(row, signal).then(
        () => done,
        (error: unknown) => retry(reasonOf(error)),
      )
    },
    onSettled: (trx, settled) => recordOutcomes(trx, 'sheet_row', settled),
  })

import type { Logger } from '@app/chassis/logging/logger.ts'
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
 * Starts the worker that adds contact forms to the spreadsheet. The concurrency is low, because the script handles one form at a time and
 * each form takes seconds. Every error is retried, because the script and its URL can be fixed while forms are queued.
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

import { done, failed, retry } from '@app/chassis/work/outcome.ts'
import { startWorker, type Worker } from '@app/chassis/work/worker.ts'
import type { Tables } from '../db/tables.ts'
import { recordOutcomes } from '../ledger.ts'
import type { WorkerDeps } from '../worker-deps.ts'
import { findRow, sheetRows } from './sheet.repository.ts'
import { reasonOf, type Sheet } from './sheet.ts'

/**
 * Starts the worker that adds contact forms to the spreadsheet. The concurrency is low, because the script handles one form at a time and
 * each form takes seconds. Every error is retried, because the script and its URL can be fixed while forms are queued.
 */
export const startSheetSender = (deps: WorkerDeps, sheet: Sheet): Worker =>
  startWorker<Tables, null>({
    ...deps,
    queue: sheetRows,
    capacity: 2,
    async handle({ key, signal }) {
      const row = await findRow(deps.db, key)
      if (!row) return failed('gone')
      return sheet.append(row, signal).then(
        () => done,
        (error: unknown) => retry(reasonOf(error)),
      )
    },
    onSettled: (trx, settled) => recordOutcomes(trx, 'sheet_row', settled),
  })

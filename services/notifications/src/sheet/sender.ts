import type { Logger } from '@app/chassis/logger.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { startWorker, type Worker } from '../queue/worker.ts'
import type { SheetMetrics } from './metrics.ts'
import { claimDueRows, type DueRow, markFailed, markForRetry, markSent, renewLeases } from './sheet.repository.ts'
import { failureOf, type Sheet } from './sheet.ts'

interface SheetSenderOptions {
  db: Kysely<Tables>
  sheet: Sheet
  metrics: SheetMetrics
  log: Logger
}

/** Sends contact forms to the spreadsheet. Few at once: a script takes seconds for each, and they wait for one another there. */
export const startSheetSender = ({ db, sheet, metrics, log }: SheetSenderOptions): Worker =>
  startWorker<DueRow>(
    {
      name: 'contact form for the spreadsheet',
      capacity: 2,
      claim: (most) => claimDueRows(db, most),
      renew: (ids) => renewLeases(db, ids),
      send: (row, signal) => sheet.append(row, signal),
      failureOf,
      async markSent({ id }) {
        await markSent(db, id)
        metrics.sent.inc()
      },
      markForRetry: ({ id }, reason, waitMs) => markForRetry(db, id, reason, waitMs),
      async markFailed({ id }, reason) {
        await markFailed(db, id, reason)
        metrics.failed.inc()
      },
      shown: ({ id }) => ({ contactId: id }),
    },
    log,
  )

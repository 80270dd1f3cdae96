import type { Kysely } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Tables } from '../db/tables.ts'
import { countQueued } from '../ledger.ts'
import { sheetLedger } from './sheet.repository.ts'

export type SheetMetrics = ReturnType<typeof sheetMetrics>

/** How many contact forms wait for the spreadsheet, and what became of the others. */
export function sheetMetrics(db: Kysely<Tables>, registry: Registry) {
  const registers = [registry]
  new Gauge({
    name: 'sheet_rows_queued',
    help: 'Contact forms waiting for the spreadsheet or to be tried again',
    registers,
    async collect() {
      this.set(await countQueued(db, sheetLedger).catch(() => Number.NaN))
    },
  })
  return {
    sent: new Counter({ name: 'sheet_rows_sent_total', help: 'Contact forms the spreadsheet took', registers }),
    failed: new Counter({ name: 'sheet_rows_failed_total', help: 'Contact forms the spreadsheet did not get', registers }),
  }
}

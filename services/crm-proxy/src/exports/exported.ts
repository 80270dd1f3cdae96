import { type ExportedTable, type ExportSource, tableSource } from '@app/chassis/exports/exported-table.ts'
import { exportedCustomerNotes, exportedCustomers, exportedStages } from '@app/contracts/export/customers.ts'
import type { Tables } from '../db/tables.ts'
import { findCopy, readRows } from '../sheet/copy.repository.ts'
import { rowsIn } from '../sheet/copy.ts'
import type { SheetReader } from '../sheet/reader.ts'
import { findSheet } from '../sheet/sheet.repository.ts'

/** The tables whose rows are exported. An import writes the same columns. */
export const exportedTables: readonly ExportedTable[] = [
  { kind: exportedCustomerNotes, table: 'customer_note', key: [{ column: 'id', type: 'uuid' }], pageSize: 500 },
  { kind: exportedStages, table: 'stage_observation', key: [{ column: 'observed_at', type: 'timestamptz' }], pageSize: 1_000 },
]

/** A copy of the spreadsheet that is not older is exported without another read. An export reads the customers several times. */
const FRESH_MS = 10 * 60_000
/** Below the timeout of a page. If the sheet does not respond, the export contains the rows of the last read. */
const READ_WAIT_MS = 20_000

/**
 * The rows of the spreadsheet, which is read first unless it was read just before. A company without one has no customers. Each page decompresses the copy from its beginning, so
 * pages are large. If the sheet is read again between two pages, the export contains rows of both reads.
 */
const customers = (reader: Pick<SheetReader, 'read'>): ExportSource<Tables> => ({
  kind: exportedCustomers,
  pageSize: 5_000,
  async page(db, { companyId, after, limit }) {
    if (!after && (await findSheet(db, companyId))) {
      const readAt = (await findCopy(db, companyId))?.readAt
      if (readAt === undefined || Date.parse(readAt) < Date.now() - FRESH_MS) await reader.read(companyId, READ_WAIT_MS)
    }
    const copy = await readRows(db, companyId)
    const found: { key: string[]; json: string }[] = []
    if (!copy) return found
    const first = after ? Number(after[0]) : 0
    for await (const row of rowsIn(copy.rows)) {
      if (row.row > first) found.push({ key: [String(row.row)], json: JSON.stringify(row) })
      if (found.length === limit) break
    }
    return found
  },
})

export const exportSources = (reader: Pick<SheetReader, 'read'>): readonly ExportSource<Tables>[] => [
  customers(reader),
  ...exportedTables.map((table) => tableSource<Tables>(table)),
]

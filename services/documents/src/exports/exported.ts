import { type ExportedTable, tableSource } from '@app/chassis/exports/exported-table.ts'
import { exportedDocuments, exportedPhotoDeliveries, exportedPhotos } from '@app/contracts/export/documents.ts'
import type { Tables } from '../db/tables.ts'

const id = { column: 'id', type: 'uuid' } as const

/** The tables whose rows are exported. An import writes the same columns. */
export const exportedTables: readonly ExportedTable[] = [
  { kind: exportedDocuments, table: 'document', key: [{ column: 'doc_id', type: 'bigint' }], pageSize: 500 },
  { kind: exportedPhotoDeliveries, table: 'photo_delivery', key: [id], pageSize: 500 },
  {
    kind: exportedPhotos,
    table: 'photo',
    key: [id],
    pageSize: 500,
    children: { deliveries: { table: 'delivery_photo', parent: 'photo_id', order: ['position'], hasCompany: true } },
  },
]

export const exportSources = exportedTables.map((table) => tableSource<Tables>(table))

import * as Type from 'typebox'
import { Id, strictObject } from '../primitives.ts'
import { exportedCampaigns, exportedDispatches, exportedMailRequests, exportedRecipients, exportedSuppressions } from './campaigns.ts'
import { exportedCompany, exportedOwner } from './company.ts'
import { exportedCustomerNotes, exportedCustomers, exportedStages } from './customers.ts'
import { exportedDocuments, exportedPhotoDeliveries, exportedPhotos } from './documents.ts'
import type { ExportKind } from './export-kind.ts'
import {
  exportedColleagues,
  exportedDeciders,
  exportedRecord,
  exportedReports,
  exportedSeries,
  exportedSettings,
  exportedTasks,
} from './tasks.ts'

/** All kinds of records, each after the kinds to which its records refer. */
export const exportKinds: readonly ExportKind[] = [
  exportedOwner,
  exportedCompany,
  exportedSettings,
  exportedColleagues,
  exportedSeries,
  exportedTasks,
  exportedRecord,
  exportedDeciders,
  exportedReports,
  exportedDocuments,
  exportedPhotoDeliveries,
  exportedPhotos,
  exportedCampaigns,
  exportedDispatches,
  exportedRecipients,
  exportedMailRequests,
  exportedSuppressions,
  exportedCustomers,
  exportedCustomerNotes,
  exportedStages,
]

export const EXPORT_FORMAT = 'palmetto-export-1'
export const MANIFEST_NAME = 'manifest.json'

/** Path of the file with the records of a kind. */
export const recordsPath = ({ name }: ExportKind): string => `records/${name}.jsonl`
/** Path of the JSON Schema of a kind's records. */
export const schemaPath = ({ name }: ExportKind): string => `schemas/${name}.json`

const Path = Type.String({ minLength: 1, maxLength: 300 })
const Size = Type.Integer({ minimum: 0 })
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** The last entry of an export. It lists all other entries. */
export const ExportManifest = strictObject({
  format: Type.Literal(EXPORT_FORMAT),
  companyId: Id,
  ownerId: Id,
  companyName: Type.String(),
  startedAt: Type.String({ description: 'ISO 8601 in UTC' }),
  finishedAt: Type.String({ description: 'ISO 8601 in UTC' }),
  records: Type.Record(Type.String(), Size, { description: 'number of records of each kind' }),
  missing: Type.Array(Type.String(), { description: 'keys of files that records name and that the file store has lost' }),
  files: Type.Array(
    strictObject({
      path: Path,
      bytes: Size,
      sha256: Sha256,
      key: Type.Optional(Type.String({ maxLength: 300, description: 'the name of the file in the records' })),
      mediaType: Type.Optional(Type.String({ maxLength: 200 })),
    }),
  ),
})
export type ExportManifest = Type.Static<typeof ExportManifest>

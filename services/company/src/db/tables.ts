import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { WorkTables } from '@app/chassis/work/work-table.ts'
import type { BrandImageField, ProfileTextField } from '@app/contracts/http/company.ts'
import type { ErasureReport } from '@app/contracts/http/erasure.ts'
import type { Role } from '@app/contracts/http/session.ts'
import type { ErasureState } from '@app/contracts/rules/erasure.ts'
import type { ExportState } from '@app/contracts/rules/exports.ts'
import type { ColumnType, Generated } from 'kysely'

type TextColumns = Record<ProfileTextField, Generated<string>>
/** Keys of images in the file store. Responses contain URLs instead. */
type ImageColumns = Record<'logo' | BrandImageField, string | null>

/** The profile's columns have the names of the API fields. */
export interface CompanyRow extends TextColumns, ImageColumns {
  id: string
  owner_id: string
  gsapi: Generated<string>
  /** The admin who is the account manager. */
  manager_id: string | null
  /** Incremented with each event about the account manager. The profile's version stays the same, so an owner can still save. */
  manager_version: Generated<number>
  version: Generated<number>
  created_at: string
  updated_at: string
}

/** The admins: a copy of identity's users. Events update it. */
interface AdminRow {
  id: string
  name: string
  is_removed: boolean
  version: number
}

/** A private note of the team on a company. */
interface CompanyNoteRow {
  id: string
  company_id: string
  /** The admin who wrote the note. */
  author_id: string
  text: string
  /** Increases with each change. */
  version: Generated<number>
  created_at: string
  /** When the author last changed the text. */
  edited_at: string | null
}

/** An export of all data of a company. */
interface CompanyExportRow {
  id: string
  company_id: string
  state: Generated<ExportState>
  /** The owner or the admin, who gets the email. */
  requested_by: string
  requested_by_role: Role
  requested_at: string
  /** Key in the file store. Each attempt writes another file. Null before the first attempt, and after the file was deleted. */
  file: ColumnType<string | null, undefined, string | null>
  bytes: ColumnType<number | null, undefined, number | null>
  /** Numbers of the records, and of the files that they name. */
  records: ColumnType<number | null, undefined, number | null>
  files: ColumnType<number | null, undefined, number | null>
  finished_at: ColumnType<string | null, undefined, string>
  /** When the file is deleted. Null unless the export is ready. */
  expires_at: ColumnType<string | null, undefined, string | null>
  /** Increases with each event about the export. */
  version: Generated<number>
}

/** The erasure of a company. After the erasure, only the times and counts remain. */
export interface ErasureRow {
  /** The token of the mailed link contains this id. */
  id: string
  company_id: string | null
  owner_id: string | null
  state: ErasureState
  asked_at: string
  link_expires_at: string
  confirmed_at: string | null
  due_at: string | null
  ended_at: string | null
  kept_by: 'owner' | 'admin' | null
  /** Why an admin canceled the erasure. */
  reason: string | null
  /** What the services have erased so far. */
  report: ColumnType<ErasureReport, string | undefined, string>
  version: Generated<number>
}

export interface Tables extends MessageTables, WorkTables {
  companies: CompanyRow
  admins: AdminRow
  company_notes: CompanyNoteRow
  company_export: CompanyExportRow
  erasure: ErasureRow
}

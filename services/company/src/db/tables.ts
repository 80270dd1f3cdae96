import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { BrandImageField, ProfileTextField } from '@app/contracts/http/company.ts'
import type { Generated } from 'kysely'

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

export interface Tables extends MessageTables {
  companies: CompanyRow
  admins: AdminRow
  company_notes: CompanyNoteRow
}

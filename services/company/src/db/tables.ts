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
  version: Generated<number>
  created_at: string
  updated_at: string
}

export interface Tables extends MessageTables {
  companies: CompanyRow
}

import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { BrandImageField, ProfileTextField } from '@app/contracts/http/company.ts'
import type { Generated } from 'kysely'

type TextColumns = Record<ProfileTextField, Generated<string>>
/** Keys in the object store; the addresses on the wire are made of them. */
type ImageColumns = Record<'logo' | BrandImageField, string | null>

/** Profile fields are columns of the name they have on the wire. */
export interface CompanyRow extends TextColumns, ImageColumns {
  id: string
  owner_id: string
  gsapi: Generated<string>
  /** Counts saves. */
  version: Generated<number>
  created_at: string
  updated_at: string
}

export interface Tables extends MessageTables {
  companies: CompanyRow
}

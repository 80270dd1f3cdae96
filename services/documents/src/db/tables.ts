import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { DocumentType } from '@app/contracts/rules/documents.ts'
import type { Generated, GeneratedAlways } from 'kysely'

interface DocumentTable {
  id: string
  doc_id: GeneratedAlways<number>
  company_id: string
  title: string
  description: string
  document_type: DocumentType
  is_training: boolean
  /** Object key. Responses contain a signed URL. */
  file: string
  /** Name of the uploaded file, which is also the name of the download. */
  file_name: string
  size: number
  /** A warning to readers, for example that the file has a password. */
  note: string | null
  opened_at: string | null
  version: Generated<number>
  created_at: Generated<string>
}

export interface Tables extends MessageTables, CompanyTables {
  document: DocumentTable
}

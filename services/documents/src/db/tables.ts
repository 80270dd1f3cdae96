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
  /** Key of the file in the file store. Responses contain a signed URL instead. */
  file: string
  /** Name of the uploaded file, which is also the name of the download. */
  file_name: string
  size: number
  /** A warning to users who open the file, for example that it has a password. */
  note: string | null
  opened_at: string | null
  version: Generated<number>
  created_at: Generated<string>
}

export interface Tables extends MessageTables, CompanyTables {
  document: DocumentTable
}

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
  /** Key of the object; an address is signed when a document is answered. */
  file: string
  /** As its owner calls it, and as it downloads. */
  file_name: string
  /** Bytes. */
  size: number
  /** What whoever opens it should know. */
  note: string | null
  /** When an admin first opened it. */
  opened_at: string | null
  version: Generated<number>
  created_at: Generated<string>
}

export interface Tables extends MessageTables, CompanyTables {
  document: DocumentTable
}

import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { DocumentType } from '@app/contracts/rules/documents.ts'
import type { Quota } from '@app/contracts/rules/quotas.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

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

/** Photos that an owner sends together. */
interface PhotoDeliveryTable {
  id: string
  company_id: string
  /** The task for which the photos are. Null for photos in general. */
  task_number: number | null
  task_title: string | null
  note: string
  /** Number of photos that the owner wants to send. */
  photo_count: number
  /** The quota of the company when the delivery began. Its used bytes do not contain photos. */
  quota: ColumnType<Quota, string, never>
  created_at: Generated<string>
  last_arrival_at: string | null
  ended_at: string | null
}

/** A photo, which one or more deliveries of its company contain. */
interface PhotoTable {
  id: string
  company_id: string
  /** Hash of the bytes that the owner sent, in hexadecimal. */
  sha256: string
  /** Keys of the picture and of its smaller copies in the file store. Responses contain signed URLs instead. */
  file: string
  display: string
  thumbnail: string
  content_type: string
  file_name: string
  size: number
  width: number
  height: number
  created_at: Generated<string>
}

interface DeliveryPhotoTable {
  /** The order in which photos arrived. */
  position: GeneratedAlways<number>
  delivery_id: string
  photo_id: string
  company_id: string
  task_number: number | null
}

interface PhotoStorageTable {
  company_id: string
  bytes: number
  version: number
}

export interface Tables extends MessageTables, CompanyTables {
  document: DocumentTable
  photo_delivery: PhotoDeliveryTable
  photo: PhotoTable
  delivery_photo: DeliveryPhotoTable
  photo_storage: PhotoStorageTable
}

import type { Document } from '@app/contracts/http/documents.ts'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { SharedDocument } from '../mail/templates/documents-shared.ts'

const columns = [
  'document.id as _id',
  'document.doc_id as DocId',
  'document.company_id as companyProfileId',
  'document.title',
  'document.description',
  'document.document_type as documentType',
  'document.is_training as DocViewer',
  'document.file',
  'document.file_name as fileName',
  'document.size',
  'document.note',
  'document.opened_at as openedAt',
  'document.version',
  'document.created_at as createdAt',
] as const

/** A row of the table. `file` is the key in the file store. */
export type DocumentRow = Omit<Document, 'linkformatedocument' | 'linkExpiresAt'> & { file: string; version: number }

/** A document whose row is locked until the end of the transaction, with the owner's id and the company's name for events. */
export type LockedDocument = DocumentRow & { ownerId: string; companyName: string }

export type NewDocument = Insertable<Tables['document']>

interface Page {
  limit: number
  /** Only documents with a lower `DocId` are in the page. */
  before: number
}

export const documentsOf = (db: Kysely<Tables>, companyId: string, { limit, before }: Page): Promise<DocumentRow[]> =>
  db
    .selectFrom('document')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('doc_id', '<', before)
    .orderBy('doc_id', 'desc')
    .limit(limit)
    .execute()

/** With `ownerId`, the query finds only documents of this owner. */
function documentWith(db: Kysely<Tables>, id: string, ownerId: string | undefined) {
  const query = db.selectFrom('document').innerJoin('company', 'company.id', 'document.company_id').select(columns)
  const found = query.where('document.id', '=', id)
  return ownerId === undefined ? found : found.where('company.owner_id', '=', ownerId)
}

export const findDocument = (db: Kysely<Tables>, id: string, ownerId: string | undefined): Promise<DocumentRow | undefined> =>
  documentWith(db, id, ownerId).executeTakeFirst()

export const lockDocument = (trx: Transaction<Tables>, id: string, ownerId: string | undefined): Promise<LockedDocument | undefined> =>
  documentWith(trx, id, ownerId)
    .select(['company.owner_id as ownerId', 'company.name as companyName'])
    .forUpdate('document')
    .executeTakeFirst()

export const insertDocument = (trx: Transaction<Tables>, document: NewDocument): Promise<DocumentRow> =>
  trx.insertInto('document').values(document).returning(columns).executeTakeFirstOrThrow()

/** Call this function only when a document is opened for the first time. The row must be locked. */
export const markOpened = (trx: Transaction<Tables>, { _id, version }: LockedDocument, at: Date): Promise<DocumentRow> =>
  trx
    .updateTable('document')
    .set({ opened_at: at.toISOString(), version: version + 1 })
    .where('id', '=', _id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export async function deleteDocument(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('document').where('id', '=', id).execute()
}

export const countStored = (db: Kysely<Tables>, companyId: string): Promise<{ count: number; bytes: number }> =>
  db
    .selectFrom('document')
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes')])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()

/** Returns those of the documents that belong to the company, oldest first. The caller limits the number of ids. */
export const findSharedDocuments = (db: Kysely<Tables>, companyId: string, ids: readonly string[]): Promise<SharedDocument[]> =>
  db
    .selectFrom('document')
    .select(['doc_id as DocId', 'title', 'document_type as documentType', 'is_training as DocViewer', 'size'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('company_id', '=', companyId)
    .orderBy('doc_id')
    .execute()

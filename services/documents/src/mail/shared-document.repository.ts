import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { SharedDocument } from './templates/documents-shared.ts'

/** Returns those of the documents that belong to the company, oldest first. The caller limits the number of ids. */
export const findSharedDocuments = (db: Kysely<Tables>, companyId: string, ids: readonly string[]): Promise<SharedDocument[]> =>
  db
    .selectFrom('document')
    .select(['doc_id as DocId', 'title', 'document_type as documentType', 'is_training as DocViewer', 'size'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('company_id', '=', companyId)
    .orderBy('doc_id')
    .execute()

import { requireCompany } from '@app/chassis/companies/own-company.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import type { Document } from '@app/contracts/http/documents.ts'
import type { DocumentsDeps } from '../deps.ts'
import { documentsOf } from './document.repository.ts'
import { toDocument } from './document.ts'

interface Page {
  limit: number
  before?: number
}

/** Returns a company's documents, newest first. Throws 404 if the reader is neither the owner nor an admin. */
export async function listDocuments(
  deps: DocumentsDeps,
  reader: Reader,
  companyId: string,
  { limit, before = Number.MAX_SAFE_INTEGER }: Page,
): Promise<Document[]> {
  await requireCompany(deps, reader, companyId)
  const rows = await documentsOf(deps.db, companyId, { limit, before })
  return rows.map((row) => toDocument(deps, row))
}

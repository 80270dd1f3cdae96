import { type Caller, ownerIdOf } from '@app/chassis/http/auth.ts'
import type { Document } from '@app/contracts/http/documents.ts'
import type { DocumentsDeps } from '../deps.ts'
import { findDocument } from './document.repository.ts'
import { documentNotFound, toDocument } from './document.ts'

/** Throws 404 if the document does not exist or the caller must not see it. */
export async function getDocument(deps: DocumentsDeps, caller: Caller, id: string): Promise<{ success: boolean; data: Document }> {
  const row = await findDocument(deps.db, id, ownerIdOf(caller))
  if (!row) throw documentNotFound()
  return { success: true, data: toDocument(deps, row) }
}

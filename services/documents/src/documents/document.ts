import { AppError } from '@app/chassis/errors.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DocumentUploaded } from '@app/contracts/events/documents.ts'
import type { Document } from '@app/contracts/http/documents.ts'
import type { DocumentsDeps } from '../deps.ts'
import type { DocumentRow, LockedDocument } from './document.repository.ts'

const LINK_SECONDS = 3_600

export const documentNotFound = (): AppError => new AppError('document-not-found', 'not-found', 'Document not found')

/** The document as it is answered, with a fresh link. */
export function toDocument({ store, now }: Pick<DocumentsDeps, 'store' | 'now'>, row: DocumentRow): Document {
  const { file, version: _version, ...kept } = row
  const from = now()
  return {
    ...kept,
    linkformatedocument: store.signGet(file, row.fileName, LINK_SECONDS, from),
    linkExpiresAt: new Date(from.getTime() + LINK_SECONDS * 1_000).toISOString(),
  }
}

/** What every event of a document says. */
export const factOf = (document: LockedDocument): EventData<typeof DocumentUploaded> => ({
  _id: document._id,
  DocId: document.DocId,
  companyProfileId: document.companyProfileId,
  companyName: document.companyName,
  ownerId: document.ownerId,
  title: document.title,
  documentType: document.documentType,
  DocViewer: document.DocViewer,
  fileName: document.fileName,
  size: document.size,
  createdAt: document.createdAt,
})

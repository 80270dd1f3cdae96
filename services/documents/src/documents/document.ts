import { AppError } from '@app/chassis/http/errors.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DocumentChanged } from '@app/contracts/events/documents.ts'
import type { Document } from '@app/contracts/http/documents.ts'
import type { DocumentsDeps } from '../deps.ts'
import type { DocumentRow, LockedDocument } from './document.repository.ts'

const LINK_SECONDS = 3_600

export const documentNotFound = (): AppError => new AppError('document-not-found', 'not-found', 'Document not found')

/** Converts a row to the document in a response, with a new signed link to the file. */
export function toDocument({ store, now }: DocumentsDeps, row: DocumentRow): Document {
  const from = now()
  return {
    _id: row._id,
    DocId: row.DocId,
    companyProfileId: row.companyProfileId,
    title: row.title,
    description: row.description,
    documentType: row.documentType,
    DocViewer: row.DocViewer,
    linkformatedocument: store.signGet(row.file, row.fileName, LINK_SECONDS, from),
    linkExpiresAt: new Date(from.getTime() + LINK_SECONDS * 1_000).toISOString(),
    fileName: row.fileName,
    size: row.size,
    note: row.note,
    openedAt: row.openedAt,
    createdAt: row.createdAt,
  }
}

/** Returns the data of an event about a document. */
export const eventPayload = (
  change: EventData<typeof DocumentChanged>['change'],
  document: LockedDocument,
): EventData<typeof DocumentChanged> => ({
  change,
  _id: document._id,
  DocId: document.DocId,
  companyProfileId: document.companyProfileId,
  companyName: document.companyName,
  ownerId: document.ownerId,
  title: document.title,
  DocViewer: document.DocViewer,
})

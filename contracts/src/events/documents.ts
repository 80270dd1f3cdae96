import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { DocumentType } from '../http/documents.ts'
import { Id, Instant } from '../primitives.ts'

/** Common data of the document events. With these data, the notifications service writes emails without requests to other services. */
const fact = {
  _id: Id,
  DocId: Type.Integer(),
  companyProfileId: Id,
  companyName: Type.String(),
  ownerId: Id,
  title: Type.String(),
  documentType: DocumentType,
  DocViewer: Type.Boolean(),
  fileName: Type.String(),
  size: Type.Integer({ description: 'bytes' }),
  createdAt: Instant,
}

export const DocumentUploaded = defineEvent({
  type: 'documents.document-uploaded.v1',
  summary: 'An owner shared a document',
  aggregate: 'document',
  data: Type.Object(fact),
})

export const DocumentOpened = defineEvent({
  type: 'documents.document-opened.v1',
  summary: 'An admin opened a document for the first time',
  aggregate: 'document',
  data: Type.Object(fact),
})

export const DocumentRemoved = defineEvent({
  type: 'documents.document-removed.v1',
  summary: 'The owner removed a document',
  aggregate: 'document',
  data: Type.Object(fact),
})

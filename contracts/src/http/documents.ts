import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, Message, nullableText, oneOf, pageQuery, text } from '../primitives.ts'
import { DOCUMENT_DESCRIPTION_MAX, DOCUMENT_MAX_BYTES, DOCUMENT_REFUSED, DOCUMENT_TITLE_MAX, documentTypes } from '../rules/documents.ts'

export const DocumentType = oneOf(documentTypes)

export const Document = Type.Object({
  _id: Id,
  DocId: Type.Integer({ description: 'short number, unique in the product' }),
  companyProfileId: Id,
  title: Type.String(),
  description: Type.String(),
  documentType: DocumentType,
  DocViewer: Type.Boolean({ description: 'true for a training document' }),
  linkformatedocument: Type.String({ description: 'signed address of the file, which downloads under its original name' }),
  linkExpiresAt: Instant,
  fileName: Type.String({ description: 'as it was uploaded' }),
  size: Type.Integer({ description: 'bytes' }),
  note: nullableText('what whoever opens it should know: that it is protected by a password, or looks damaged'),
  openedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'when an admin first opened it; ISO 8601 in UTC' }),
  createdAt: Instant,
})
export type Document = Type.Static<typeof Document>

/** Most documents one answer of a company's list holds. */
export const DOCUMENT_PAGE_MAX = 200

const DocumentParams = Type.Object({ id: Id })
const OneDocument = Type.Object({ success: Type.Boolean(), data: Document })

export const listDocuments = defineRoute({
  id: 'listDocuments',
  service: 'documents',
  method: 'GET',
  url: '/process/documents',
  access: 'signed-in',
  summary: 'Documents of one company, newest first. 404 for a company that is not the caller’s',
  schema: {
    querystring: Type.Object({ companyProfileId: Id, ...pageQuery(DOCUMENT_PAGE_MAX).properties }),
    response: { 200: Type.Object({ success: Type.Boolean(), data: Type.Array(Document) }) },
  },
})

export const getDocument = defineRoute({
  id: 'getDocument',
  service: 'documents',
  method: 'GET',
  url: '/process/documents/:id',
  access: 'signed-in',
  summary: 'One document, with a fresh link',
  schema: { params: DocumentParams, response: { 200: OneDocument } },
})

export const uploadDocument = defineRoute({
  id: 'uploadDocument',
  service: 'documents',
  method: 'POST',
  url: '/process/docupload',
  access: 'owner',
  idempotent: true,
  summary:
    'Share a document. 415 for bytes that are not what the name says, 422 for a documentType that does not fit the name or a full share',
  schema: { response: { 201: Type.Object({ success: Type.Boolean(), message: Type.String(), document: Document }) } },
  form: {
    fields: Type.Object(
      {
        companyProfileId: Id,
        title: text(DOCUMENT_TITLE_MAX),
        description: Type.Optional(text(DOCUMENT_DESCRIPTION_MAX)),
        documentType: DocumentType,
        DocViewer: Type.Optional(oneOf(['true', 'false'])),
      },
      { additionalProperties: false },
    ),
    files: { document: { kind: 'document', maxBytes: DOCUMENT_MAX_BYTES, refusal: DOCUMENT_REFUSED } },
  },
})

export const openDocument = defineRoute({
  id: 'openDocument',
  service: 'documents',
  method: 'PUT',
  url: '/process/documents/:id/opened',
  access: 'admin',
  idempotent: true,
  summary: 'Note that an admin opened a document; the first time counts. Answers a fresh link',
  schema: { params: DocumentParams, response: { 200: OneDocument } },
})

export const removeDocument = defineRoute({
  id: 'removeDocument',
  service: 'documents',
  method: 'DELETE',
  url: '/process/documents/:id',
  access: 'owner',
  idempotent: true,
  summary: 'Remove a document and its file',
  schema: { params: DocumentParams, response: { 200: Message } },
})

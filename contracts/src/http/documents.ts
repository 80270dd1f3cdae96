import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, Message, nullableText, oneOf, pageQuery, strictObject, text } from '../primitives.ts'
import { DOCUMENT_DESCRIPTION_MAX, DOCUMENT_MAX_BYTES, DOCUMENT_REFUSED, DOCUMENT_TITLE_MAX, documentTypes } from '../rules/documents.ts'

export const DocumentType = oneOf(documentTypes)

export const Document = Type.Object({
  _id: Id,
  DocId: Type.Integer({ description: 'short unique number' }),
  companyProfileId: Id,
  title: Type.String(),
  description: Type.String(),
  documentType: DocumentType,
  DocViewer: Type.Boolean({ description: 'true for a training document' }),
  linkformatedocument: Type.String({ description: 'signed URL of the file, which downloads under its original name' }),
  linkExpiresAt: Instant,
  fileName: Type.String({ description: 'original file name' }),
  size: Type.Integer({ description: 'bytes' }),
  note: nullableText('hint for readers: the document is protected by a password, or seems to be damaged'),
  openedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'time when an admin first opened it; ISO 8601 in UTC' }),
  createdAt: Instant,
})
export type Document = Type.Static<typeof Document>

export const DOCUMENT_PAGE_MAX = 200

const DocumentParams = Type.Object({ id: Id })
const OneDocument = Type.Object({ success: Type.Boolean(), data: Document })

export const listDocuments = defineRoute({
  id: 'listDocuments',
  method: 'GET',
  url: '/process/documents',
  access: 'signed-in',
  summary: 'Lists documents of a company, newest first. 404 for a company of another owner',
  schema: {
    querystring: Type.Object({ companyProfileId: Id, ...pageQuery(DOCUMENT_PAGE_MAX).properties }),
    response: { 200: Type.Object({ success: Type.Boolean(), data: Type.Array(Document) }) },
  },
})

export const getDocument = defineRoute({
  id: 'getDocument',
  method: 'GET',
  url: '/process/documents/:id',
  access: 'signed-in',
  summary: 'Returns a document with a new link',
  schema: { params: DocumentParams, response: { 200: OneDocument } },
})

export const uploadDocument = defineRoute({
  id: 'uploadDocument',
  method: 'POST',
  url: '/process/docupload',
  access: 'owner',
  idempotent: true,
  summary:
    'Uploads a document. 415 if the content does not match the file name, 422 if documentType does not match the file name or the quota is exceeded',
  schema: { response: { 201: Type.Object({ success: Type.Boolean(), message: Type.String(), document: Document }) } },
  form: {
    fields: strictObject({
      companyProfileId: Id,
      title: text(DOCUMENT_TITLE_MAX),
      description: Type.Optional(text(DOCUMENT_DESCRIPTION_MAX)),
      documentType: DocumentType,
      DocViewer: Type.Optional(oneOf(['true', 'false'])),
    }),
    files: { document: { kind: 'document', maxBytes: DOCUMENT_MAX_BYTES, refusal: DOCUMENT_REFUSED } },
  },
})

export const openDocument = defineRoute({
  id: 'openDocument',
  method: 'PUT',
  url: '/process/documents/:id/opened',
  access: 'admin',
  idempotent: true,
  summary: 'Records that an admin opened a document (only the first time), and returns a new link',
  schema: { params: DocumentParams, response: { 200: OneDocument } },
})

export const removeDocument = defineRoute({
  id: 'removeDocument',
  method: 'DELETE',
  url: '/process/documents/:id',
  access: 'owner',
  idempotent: true,
  summary: 'Deletes a document and its file',
  schema: { params: DocumentParams, response: { 200: Message } },
})

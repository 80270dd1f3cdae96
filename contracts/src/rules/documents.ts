import { MEGABYTE } from '../primitives.ts'

export const DOCUMENT_MAX_BYTES = 50 * MEGABYTE
/** Maximum lengths in characters. */
export const DOCUMENT_TITLE_MAX = 200
export const DOCUMENT_DESCRIPTION_MAX = 2000

export const DOCUMENT_TITLE_REQUIRED = 'Title required'
export const DOCUMENT_FILE_REQUIRED = 'Select a document file'
/** Error message if the extension of the file name is not allowed. */
export const DOCUMENT_TYPE_UNKNOWN = 'Unsupported file type'
/** Error message if the content of the file does not match the extension of its name. */
export const DOCUMENT_REFUSED = 'Invalid file type (pdf/doc/ppt/xls/txt only)'

export const documentTypes = ['pdf', 'word', 'pptx', 'excel', 'blog'] as const
export type DocumentType = (typeof documentTypes)[number]

export const documentTypeOfExtension = {
  pdf: 'pdf',
  doc: 'word',
  docx: 'word',
  ppt: 'pptx',
  pptx: 'pptx',
  xls: 'excel',
  xlsx: 'excel',
  txt: 'blog',
} as const satisfies Record<string, DocumentType>
export type DocumentExtension = keyof typeof documentTypeOfExtension

export function documentExtension(fileName: string): DocumentExtension | undefined {
  const extension = /\.([a-z]+)$/i.exec(fileName.trim())?.[1]?.toLowerCase()
  return extension !== undefined && Object.hasOwn(documentTypeOfExtension, extension) ? (extension as DocumentExtension) : undefined
}

export function documentTypeOf(fileName: string): DocumentType | undefined {
  const extension = documentExtension(fileName)
  return extension && documentTypeOfExtension[extension]
}

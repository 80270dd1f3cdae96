import { DOCUMENT_TYPE_UNKNOWN, type DocumentExtension, documentExtension } from '@app/contracts/rules/documents.ts'
import { BadFile, type Recognised } from '../inspect.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'

const contentTypes: Readonly<Record<DocumentExtension, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
  txt: 'text/plain',
}

const isPdf = (head: Buffer): boolean => head.subarray(0, 1024).includes('%PDF-')
const isZip = (head: Buffer): boolean => head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))
const isCompound = (head: Buffer): boolean => head.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))
const isText = (head: Buffer): boolean => head.length > 0 && !head.includes(0)

const beginnings: Readonly<Record<DocumentExtension, (head: Buffer) => boolean>> = {
  pdf: isPdf,
  doc: isCompound,
  xls: isCompound,
  ppt: isCompound,
  docx: isZip,
  xlsx: isZip,
  pptx: isZip,
  txt: isText,
}

/** A document is what its name says; undefined when its first bytes tell otherwise. */
export function recogniseDocument(head: Buffer, fileName: string): Recognised | undefined {
  const extension = documentExtension(fileName)
  if (!extension) throw new BadFile(DOCUMENT_TYPE_UNKNOWN)
  if (!beginnings[extension](head)) return undefined
  return { contentType: contentTypes[extension], extension, inspectors: [] }
}

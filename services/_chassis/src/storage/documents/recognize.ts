import { DOCUMENT_REFUSED, DOCUMENT_TYPE_UNKNOWN, type DocumentExtension, documentExtension } from '@app/contracts/rules/documents.ts'
import { BadFile, type Inspector, type Recognized } from '../inspect.ts'
import { type Bytes, DamagedFile } from './bytes.ts'
import { beginsAsCompound } from './compound.ts'
import { isHtml } from './html.ts'
import { examineOffice } from './office.ts'
import { examineOldOffice } from './old-office.ts'
import { beginsAsPdf, examinePdf } from './pdf.ts'
import { isText, textCheck } from './text.ts'
import { beginsAsZip } from './zip.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'

interface Format {
  contentType: string
  begins(head: Buffer): boolean
  check?(head: Buffer): Inspector
  examine?(file: Bytes): Promise<'protected' | undefined>
}

const oldOffice = (extension: Parameters<typeof examineOldOffice>[1], contentType: string): Format => ({
  contentType,
  begins: beginsAsCompound,
  examine: (file) => examineOldOffice(file, extension),
})

/** An Office file with a password is a compound file instead of a ZIP file. */
const office = (extension: Parameters<typeof examineOffice>[1], contentType: string): Format => ({
  contentType,
  begins: (head) => beginsAsZip(head) || beginsAsCompound(head),
  examine: (file) => examineOffice(file, extension),
})

const formats: Readonly<Record<DocumentExtension, Format>> = {
  pdf: { contentType: 'application/pdf', begins: beginsAsPdf, examine: examinePdf },
  doc: oldOffice('doc', 'application/msword'),
  xls: oldOffice('xls', 'application/vnd.ms-excel'),
  ppt: oldOffice('ppt', 'application/vnd.ms-powerpoint'),
  docx: office('docx', `${OFFICE}.wordprocessingml.document`),
  xlsx: office('xlsx', `${OFFICE}.spreadsheetml.sheet`),
  pptx: office('pptx', `${OFFICE}.presentationml.presentation`),
  txt: { contentType: 'text/plain', begins: (head) => head.length > 0 && !isHtml(head), check: textCheck },
}

const notes = { protected: 'This file is protected by a password.', damaged: 'This file looks damaged: it may not open.' } as const

/**
 * Returns a note for users about a damaged or protected file, otherwise null. A damaged file is accepted, because its owner may still need
 * it.
 */
async function noteOn(file: Bytes, examine: NonNullable<Format['examine']>): Promise<string | null> {
  try {
    const state = await examine(file)
    return state ? notes[state] : null
  } catch (error) {
    if (error instanceof DamagedFile) return notes.damaged
    throw error
  }
}

const LOCK_FILE = 'This is a temporary file of Office. Close the document in Office, then choose the document without “~$” in its name.'
const programs: Partial<Record<DocumentExtension, string>> = {
  doc: 'Word',
  docx: 'Word',
  xls: 'Excel',
  xlsx: 'Excel',
  ppt: 'PowerPoint',
  pptx: 'PowerPoint',
}

/** Says what a file is that is only named like an Office file, as exports of other programs often are. */
function refusalOf(head: Buffer, extension: DocumentExtension): string {
  const program = programs[extension]
  const [what] = [
    head.toString('latin1', 0, 5) === '{\\rtf' && 'an RTF file',
    isHtml(head) && 'a web page',
    isText(head) && 'a text file',
  ].filter(Boolean)
  if (!program || !what || beginsAsPdf(head)) return DOCUMENT_REFUSED
  return `This is ${what} that is named .${extension}. Open it in ${program}, and save it as .${extension.slice(0, 3)}x or PDF.`
}

/** Detects a document's type from its file extension. Throws a `BadFile` if the type is unknown or does not match the first bytes. */
export function recognizeDocument(head: Buffer, fileName: string): Recognized {
  const extension = documentExtension(fileName)
  if (!extension) throw new BadFile(DOCUMENT_TYPE_UNKNOWN)
  const { contentType, begins, check, examine } = formats[extension]
  if (fileName.startsWith('~$')) throw new BadFile(LOCK_FILE)
  if (!begins(head)) throw new BadFile(refusalOf(head, extension))
  return {
    contentType,
    extension,
    inspectors: check ? [check(head)] : [],
    ...(examine && { examine: (file: Bytes) => noteOn(file, examine) }),
  }
}

import { DOCUMENT_REFUSED, DOCUMENT_TYPE_UNKNOWN, type DocumentExtension, documentExtension } from '@app/contracts/rules/documents.ts'
import { BadFile, type Inspector, type Recognised } from '../inspect.ts'
import { type Bytes, DamagedFile } from './bytes.ts'
import { beginsAsCompound } from './compound.ts'
import { isHtml } from './html.ts'
import { examineOffice } from './office.ts'
import { examineOldOffice } from './old-office.ts'
import { beginsAsPdf, examinePdf } from './pdf.ts'
import { textCheck } from './text.ts'
import { beginsAsZip } from './zip.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'

interface Format {
  contentType: string
  begins(head: Buffer): boolean
  /** Checks the file while it is uploaded. */
  check?(head: Buffer): Inspector
  /** Checks the stored file. */
  examine?(file: Bytes): Promise<'protected' | undefined>
}

const oldOffice = (extension: Parameters<typeof examineOldOffice>[1], contentType: string): Format => ({
  contentType,
  begins: beginsAsCompound,
  examine: (file) => examineOldOffice(file, extension),
})

/** A file that is protected by a password is a compound file, not a ZIP. */
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

/** Returns a note about the file, or null. A damaged file is accepted with a note, because its owner may still need it. */
async function noteOn(file: Bytes, examine: NonNullable<Format['examine']>): Promise<string | null> {
  try {
    const state = await examine(file)
    return state ? notes[state] : null
  } catch (error) {
    if (error instanceof DamagedFile) return notes.damaged
    throw error
  }
}

/** Detects a document's type from the extension of its name. Throws a `BadFile` if the type is unknown or the first bytes do not match. */
export function recogniseDocument(head: Buffer, fileName: string): Recognised {
  const extension = documentExtension(fileName)
  if (!extension) throw new BadFile(DOCUMENT_TYPE_UNKNOWN)
  const { contentType, begins, check, examine } = formats[extension]
  if (!begins(head)) throw new BadFile(DOCUMENT_REFUSED)
  return {
    contentType,
    extension,
    inspectors: check ? [check(head)] : [],
    ...(examine && { examine: (file: Bytes) => noteOn(file, examine) }),
  }
}

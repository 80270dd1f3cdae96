import { DOCUMENT_REFUSED } from '@app/contracts/rules/documents.ts'
import { BadFile } from '../inspect.ts'
import { type Bytes, DamagedFile } from './bytes.ts'
import { beginsAsCompound, topStreams } from './compound.ts'
import { contentOf, entriesOf, firstEntry, type ZipEntry } from './zip.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'

export const mainTypes = {
  docx: `${OFFICE}.wordprocessingml.document.main+xml`,
  xlsx: `${OFFICE}.spreadsheetml.sheet.main+xml`,
  pptx: `${OFFICE}.presentationml.presentation.main+xml`,
} as const

/** Main parts of templates and slide shows. Office does not open such a file under the extension of a document. */
const otherTypes: ReadonlyMap<string, string> = new Map([
  [`${OFFICE}.wordprocessingml.template.main+xml`, 'This is a Word template. Open it in Word, and save it as a Word document (.docx).'],
  [`${OFFICE}.spreadsheetml.template.main+xml`, 'This is an Excel template. Open it in Excel, and save it as an Excel workbook (.xlsx).'],
  [
    `${OFFICE}.presentationml.template.main+xml`,
    'This is a PowerPoint template. Open it in PowerPoint, and save it as a presentation (.pptx).',
  ],
  [`${OFFICE}.presentationml.slideshow.main+xml`, 'This is a slide show. Open it in PowerPoint, and save it as a presentation (.pptx).'],
])

const CONTENT_TYPES = '[content_types].xml'
const CONTENT_TYPES_MAX = 1024 * 1024

const officeFolders = /^(_rels|docprops|word|xl|ppt)\//

const hasMacros = /macroenabled|vbaproject/i

const refused = (): BadFile => new BadFile(DOCUMENT_REFUSED)

/** Decodes XML as UTF-16LE or UTF-8. Other encodings do not occur in practice. */
const decoded = (xml: Buffer): string => new TextDecoder(xml[0] === 0xff && xml[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(xml)

/** Throws unless the list of content types contains the main part's type and no macros. */
async function checkContentTypes(file: Bytes, entry: ZipEntry, mainType: string): Promise<void> {
  const xml = await contentOf(file, entry, CONTENT_TYPES_MAX)
  if (!xml) throw refused()
  const types = [...decoded(xml).matchAll(/ContentType\s*=\s*["']([^"']*)["']/g)].map(([, type = '']) => type.trim().toLowerCase())
  // A content type needs no XML escapes, so an escape can only hide the type.
  const isHidden = types.some((type) => type.includes('&') || hasMacros.test(type))
  if (isHidden) throw refused()
  const other = types.map((type) => otherTypes.get(type)).find(Boolean)
  if (other) throw new BadFile(other)
  if (!types.includes(mainType)) throw refused()
}

/** Finds the list of content types. Throws if there is not exactly one, or if the file contains macros. */
async function findContentTypes(file: Bytes): Promise<ZipEntry> {
  let found: ZipEntry | undefined
  for await (const entry of entriesOf(file)) {
    const name = entry.name.toLowerCase()
    if (hasMacros.test(name) || (name === CONTENT_TYPES && found)) throw refused()
    if (name === CONTENT_TYPES) found = entry
  }
  if (!found) throw refused()
  return found
}

/** Checks a file without a readable ZIP directory: its first entry must be an Office folder or a valid list of content types. */
async function checkBeginning(file: Bytes, mainType: string): Promise<void> {
  const entry = await firstEntry(file)
  const name = entry.name.toLowerCase()
  if (name === CONTENT_TYPES) await checkContentTypes(file, entry, mainType)
  else if (!officeFolders.test(name)) throw refused()
}

/** Throws unless an Office file (2007 or newer) matches its extension. Returns whether it is protected by a password. */
export async function examineOffice(file: Bytes, extension: keyof typeof mainTypes): Promise<'protected' | undefined> {
  if (beginsAsCompound(await file.read(0, Math.min(file.size, 8)))) {
    const streams = await topStreams(file)
    if (!streams.has('encryptedpackage')) throw refused()
    return 'protected'
  }
  const mainType = mainTypes[extension]
  try {
    await checkContentTypes(file, await findContentTypes(file), mainType)
  } catch (error) {
    if (error instanceof DamagedFile) await checkBeginning(file, mainType)
    throw error
  }
  return undefined
}

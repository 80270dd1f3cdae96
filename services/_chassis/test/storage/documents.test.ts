import { pagedBytes } from '@app/chassis/storage/documents/bytes.ts'
import { recognizeDocument } from '@app/chassis/storage/documents/recognize.ts'
import { BadFile } from '@app/chassis/storage/inspect.ts'
import { compound, documents, encryptedPdf, office, pdf, zip } from '@app/chassis/testing/documents.ts'
import { disguisedHtml, png } from '@app/chassis/testing/pictures.ts'
import { DOCUMENT_REFUSED, DOCUMENT_TYPE_UNKNOWN } from '@app/contracts/rules/documents.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const PROTECTED = 'This file is protected by a password.'
const DAMAGED = 'This file looks damaged: it may not open.'

/** Returns the warning about an accepted file, or null. For a rejected file, returns the message of the `BadFile`. */
async function verdict(bytes: Buffer, fileName: string, chunkBytes = 1 << 16): Promise<string | null> {
  try {
    const { inspectors, examine } = recognizeDocument(bytes.subarray(0, 4_100), fileName)
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      for (const inspector of inspectors) inspector.see(bytes.subarray(at, at + chunkBytes))
    }
    for (const inspector of inspectors) inspector.end?.()
    const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length)
    return (await examine?.(pagedBytes(bytes.length, read))) ?? null
  } catch (error) {
    if (error instanceof BadFile) return error.message
    throw error
  }
}

const named = (extension: string) => `file.${extension}`

const TEMPLATE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml'

it.each([
  ['a lock file of Word', '~$report.docx', Buffer.from('\u0005Owner'), /^This is a temporary file of Office/],
  [
    'an RTF file as .doc',
    'letter.doc',
    Buffer.from('{\\rtf1\\ansi Dear Ana\\par}'),
    /^This is an RTF file that is named \.doc\. .* as \.docx or PDF/,
  ],
  ['HTML as .xls', 'export.xls', Buffer.from('<html><table><tr><td>1</td></tr></table></html>'), /^This is a web page that is named \.xls/],
  ['text as .xls', 'export.xls', Buffer.from('Name\tCity\nAna\tColumbia\n'), /^This is a text file that is named \.xls/],
  ['a template as .docx', 'letter.docx', office('docx', TEMPLATE), /^This is a Word template/],
])('%s is rejected with a sentence that says what it is', async (_, name, bytes, message) => {
  expect(await verdict(bytes, name)).toMatch(message)
})

it.each([
  ['owner', null],
  ['user', PROTECTED],
] as const)('a PDF file with the password of an %s', async (password, note) => {
  expect(await verdict(encryptedPdf(password), 'menu.pdf')).toBe(note)
})

describe.each(Object.entries(documents))('a %s', (extension, make) => {
  it('is accepted under its extension, in lower and upper case', async () => {
    expect(await verdict(make(), named(extension))).toBeNull()
    expect(await verdict(make(), named(extension.toUpperCase()), 7)).toBeNull()
  })

  it('is rejected under the extension of another type', async () => {
    const others = Object.keys(documents).filter((other) => other !== extension)
    for (const other of others) {
      // A PDF can consist of text only, so it can be a valid text file.
      if (extension === 'pdf' && other === 'txt') continue
      const isOffice = extension === 'txt' && other !== 'pdf'
      const message = isOffice ? `This is a text file that is named .${other}.` : DOCUMENT_REFUSED
      expect(await verdict(make(), named(other))).toContain(message)
    }
    for (const other of ['', 'exe', 'docm', 'html', 'zip', 'pdf.exe', 'constructor']) {
      expect(await verdict(make(), named(other))).toBe(DOCUMENT_TYPE_UNKNOWN)
    }
  })

  it('causes no unexpected error if bytes are changed or missing', async () => {
    const whole = make()
    const change = fc.record({ at: fc.nat(whole.length - 1), bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }) })
    const broken = fc.record({
      changes: fc.array(change, { maxLength: 6 }),
      length: fc.oneof(fc.constant(whole.length), fc.nat(whole.length)),
    })
    await fc.assert(
      fc.asyncProperty(broken, async ({ changes, length }) => {
        const copy = Buffer.from(whole)
        for (const { at, bytes } of changes) copy.set(bytes.subarray(0, copy.length - at), at)
        // If all bytes that are left are printable, the file is a text file.
        const refused = [PROTECTED, DAMAGED, DOCUMENT_REFUSED, `This is a text file that is named .${extension}.`]
        const found = await verdict(copy.subarray(0, length), named(extension))
        expect(found === null || refused.some((text) => found.includes(text)), `${found}`).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('is rejected if it is empty', async () => {
    expect(await verdict(Buffer.alloc(0), named(extension))).toBe(DOCUMENT_REFUSED)
  })
})

const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200), Buffer.from('%PDF-1.7'), Buffer.alloc(2_000)])
const page = (beginning: string) => Buffer.from(`${beginning}<p>Hello</p>`)
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const CONTENT_TYPES = '[Content_Types].xml'
const macros = 'application/vnd.ms-word.document.macroEnabled.main+xml'
const types = (...list: string[]) => list.map((type) => `<Override ContentType="${type}"/>`).join('')
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

it.each<[string, string, Buffer]>([
  ['a program named PDF', 'pdf', program],
  ['an HTML page that contains the first line of a PDF', 'pdf', page('<html><!-- %PDF-1.7 -->')],
  ['a picture named PDF', 'pdf', png()],
  ['a PDF after more than a kilobyte of other data', 'pdf', Buffer.concat([Buffer.alloc(1_100, 'x'), pdf()])],
  ['a page named text', 'txt', disguisedHtml()],
  ['a page named text, after a mark and spaces', 'txt', page('\ufeff \n\t<HTML>')],
  ['a page named text, in UTF-16', 'txt', utf16('<!DOCTYPE html><p>')],
  ['an XHTML page named text', 'txt', page('<?xml version="1.0"?>\n<html>')],
  ['a script named text', 'txt', page('<script>')],
  ['bytes that are not text', 'txt', Buffer.from('Hello\0there')],
  ['bytes that are not text, after 100 kB', 'txt', Buffer.concat([Buffer.alloc(100_000, 'x'), Buffer.from([2])])],
  ['half a character of UTF-16', 'txt', utf16('Hello').subarray(0, -1)],
  ['a ZIP that is not an Office file', 'docx', zip({ 'readme.txt': 'Hello' })],
  ['a ZIP that is not an Office file, without its directory', 'docx', zip({ 'readme.txt': 'Hello' }).subarray(0, 60)],
  ['a document with macros', 'docx', office('docx', macros)],
  ['a document with macros, without its directory', 'docx', office('docx', macros).subarray(0, -30)],
  ['a document with an additional macro part', 'docx', office('docx', undefined, { 'word/vbaProject.bin': 'x' })],
  ['a document with macros in an escaped type', 'docx', zip({ [CONTENT_TYPES]: types(docx, 'application/macro&#69;nabled') })],
  ['two lists of content types', 'docx', zip({ [CONTENT_TYPES]: types(docx), [CONTENT_TYPES.toLowerCase()]: types(macros) })],
  ['a list of content types that is too large', 'docx', zip({ [CONTENT_TYPES]: types(docx) + ' '.repeat(8_000_000) })],
  ['a compound file of another program', 'doc', compound(['SummaryInformation'])],
  ['a document named as a sheet', 'xls', compound(['WordDocument'])],
  ['an old document named docx', 'docx', compound(['WordDocument'])],
])('%s is rejected', async (_what, extension, bytes) => {
  expect(await verdict(bytes, named(extension))).toBe(DOCUMENT_REFUSED)
})

/** Returns a PDF whose cross-references are in a stream, as PDF 1.5 and later versions allow. */
const pdfWithReferenceStream = (more: string) =>
  Buffer.from(`%PDF-1.5\n1 0 obj\n<< /Type /XRef ${more} >>\nstream\n/Encrypt\nendstream\nendobj\nstartxref\n9\n%%EOF\n`)
const encryptedDoc = Buffer.alloc(12)
encryptedDoc.writeUInt16LE(0x0100, 10)
const encryptedXls = Buffer.from('0908020000002f00', 'hex')

it.each<[string, string, Buffer, string | null]>([
  ['a PDF after mail headers', 'pdf', Buffer.concat([Buffer.from('From: a printer\r\n\r\n'), pdf()]), null],
  ['a PDF that mentions encryption', 'pdf', Buffer.concat([Buffer.from('%PDF-1.4 /Encrypt\n'), pdf()]), null],
  ['a PDF with a password, its references in a stream', 'pdf', pdfWithReferenceStream('/Encrypt 9 0 R'), PROTECTED],
  ['a PDF with its references in a stream', 'pdf', pdfWithReferenceStream('/Size 9'), null],
  ['a document with numbers of 64 bits', 'docx', zip({ [CONTENT_TYPES]: types(docx), 'word/document.xml': '<a/>' }, { wide: true }), null],
  ['a PDF without its end', 'pdf', pdf().subarray(0, -20), DAMAGED],
  ['a PDF with an invalid offset', 'pdf', Buffer.from('%PDF-1.7\nstartxref\n999\n%%EOF'), DAMAGED],
  ['a document with a password', 'docx', compound(['EncryptionInfo', 'EncryptedPackage']), PROTECTED],
  ['a sheet with a password', 'xlsx', compound(['EncryptionInfo', 'EncryptedPackage']), PROTECTED],
  ['an old document with a password', 'doc', compound(['WordDocument'], encryptedDoc), PROTECTED],
  ['an old sheet with a password', 'xls', compound(['Workbook'], encryptedXls), PROTECTED],
  ['a sheet of Excel 5', 'xls', compound(['Book']), null],
  ['a document with many streams', 'doc', compound([...Array.from({ length: 12 }, (_, n) => `Part ${n}`), 'WordDocument']), null],
  ['a document without its end', 'docx', office('docx').subarray(0, -30), DAMAGED],
  ['a document whose list of content types is cut', 'docx', office('docx').subarray(0, 100), DAMAGED],
  ['an old document without its end', 'doc', compound(['WordDocument']).subarray(0, 600), DAMAGED],
  ['a text in Windows-1252', 'txt', Buffer.from('caf\xe9 \x80 5', 'latin1'), null],
  ['a text in UTF-16', 'txt', utf16('Grüße, 您好 🙂'), null],
  ['a text in Shift-JIS', 'txt', Buffer.from('82b182f182c982bf82cd', 'hex'), null],
  ['a text that mentions HTML', 'txt', Buffer.from('Put <html> first.'), null],
])('%s is accepted with the note: %s', async (_what, extension, bytes, note) => {
  expect(await verdict(bytes, named(extension))).toBe(note)
})

describe('a file that was crafted to cause endless reading', () => {
  const broken = (bytes: Buffer, write: (copy: Buffer) => void) => {
    const copy = Buffer.from(bytes)
    write(copy)
    return copy
  }
  const doc = compound(['WordDocument'])

  it.each<[string, string, Buffer]>([
    ['a directory that is its own continuation', 'doc', broken(doc, (copy) => copy.writeUInt32LE(1, 512 + 4))],
    ['a directory in the sector table', 'doc', broken(doc, (copy) => copy.writeUInt32LE(0, 48))],
    ['a directory after the end of the file', 'doc', broken(doc, (copy) => copy.writeUInt32LE(0xfffffff0, 48))],
    ['entries that are each other’s siblings', 'doc', broken(doc, (copy) => copy.writeUInt32LE(1, 1024 + 128 + 72))],
    ['65,535 files in a directory of three', 'docx', broken(office('docx'), (copy) => copy.writeUInt16LE(0xffff, copy.length - 12))],
    ['a directory outside of the file', 'docx', broken(office('docx'), (copy) => copy.writeUInt32LE(0xffffffff, copy.length - 6))],
  ])('%s', { tags: 'nightly' }, async (_what, extension, bytes) => {
    expect([null, DAMAGED]).toContain(await verdict(bytes, named(extension)))
  })

  it('is read only up to the page limit', async () => {
    const size = 50 * 1024 * 1024
    let fetched = 0
    const file = pagedBytes(size, async (_offset, length) => {
      fetched++
      return Buffer.alloc(length, 7)
    })
    for (let at = 0; fetched < 256; at += 65_536) await file.read(at, 1)
    await expect(file.read(size - 1, 1)).rejects.toThrow('Too scattered')
    expect(fetched).toBe(256)
  })
})

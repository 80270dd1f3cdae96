import { readFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'
import type { DocumentExtension } from '@app/contracts/rules/documents.ts'

type Bytes = Buffer<ArrayBuffer>

interface PdfOptions {
  padding?: number
  trailer?: string
}

/** A valid PDF with one empty page. Each call returns different bytes. */
export function pdf({ padding = 0, trailer = '' }: PdfOptions = {}): Bytes {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
    `<< /Length ${padding} >>\nstream\n${'x'.repeat(padding)}\nendstream`,
  ]
  let file = `%PDF-1.7\n%${crypto.randomUUID()}\n`
  const offsets = objects.map((body, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`, 'latin1')
}

/** An encrypted PDF: with an owner's password only, it opens without one. */
export const encryptedPdf = (password: 'owner' | 'user'): Bytes =>
  Buffer.from(readFileSync(new URL(`./pdf-with-${password}-password.pdf`, import.meta.url)))

/** A ZIP file with these entries in this order. With `wide`, the directory of the file stores all numbers in 64 bits. */
export function zip(entries: Readonly<Record<string, string | Uint8Array>>, { wide = false } = {}): Bytes {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [path, content] of Object.entries(entries)) {
    const name = Buffer.from(path)
    const data = deflateRawSync(content)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(data.length, 14)
    shared.writeUInt32LE(Buffer.byteLength(content), 18)
    shared.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const extra = wide ? Buffer.alloc(28) : Buffer.alloc(0)
    const inDirectory = Buffer.from(shared)
    if (wide) {
      extra.writeUInt16LE(1, 0)
      extra.writeUInt16LE(24, 2)
      extra.writeBigUInt64LE(BigInt(Buffer.byteLength(content)), 4)
      extra.writeBigUInt64LE(BigInt(data.length), 12)
      extra.writeBigUInt64LE(BigInt(offset), 20)
      inDirectory.fill(0xff, 14, 22)
      inDirectory.writeUInt16LE(extra.length, 24)
      place.fill(0xff, 10)
    }
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), inDirectory, place, name, extra)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, data])
    files.push(local)
    offset += local.length
  }
  const end = Buffer.from('PK\x05\x06'.padEnd(22, '\0'))
  const length = Buffer.concat(directory).length
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, ...directory, end])
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'

const mainParts = {
  docx: ['word/document.xml', `${OFFICE}.wordprocessingml.document.main+xml`],
  xlsx: ['xl/workbook.xml', `${OFFICE}.spreadsheetml.sheet.main+xml`],
  pptx: ['ppt/presentation.xml', `${OFFICE}.presentationml.presentation.main+xml`],
} as const

type OfficeExtension = keyof typeof mainParts

/** A valid Office file without content. Each call returns different bytes. */
export function office(
  extension: OfficeExtension,
  contentType: string = mainParts[extension][1],
  more: Record<string, string> = {},
): Bytes {
  const [part] = mainParts[extension]
  return zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="${contentType}"/></Types>`,
    '_rels/.rels': '<?xml version="1.0"?><Relationships/>',
    [part]: `<?xml version="1.0"?><!-- ${crypto.randomUUID()} --><document/>`,
    ...more,
  })
}

const SECTOR = 512
const END_OF_CHAIN = 0xfffffffe
const NO_ENTRY = 0xffffffff

function directoryEntry(name: string, type: number, { right = NO_ENTRY, child = NO_ENTRY, start = END_OF_CHAIN, size = 0 } = {}): Buffer {
  const entry = Buffer.alloc(128)
  entry.write(name, 'utf16le')
  entry.writeUInt16LE(2 * name.length + 2, 64)
  entry.writeUInt8(type, 66)
  entry.writeUInt32LE(NO_ENTRY, 68)
  entry.writeUInt32LE(right, 72)
  entry.writeUInt32LE(child, 76)
  entry.writeUInt32LE(start, 116)
  entry.writeUInt32LE(size, 120)
  return entry
}

/** An OLE compound file with streams of eight sectors each. The first stream begins with `beginning`. Each call returns different bytes. */
export function compound(names: readonly string[], beginning: Uint8Array = Buffer.alloc(0)): Bytes {
  const streamSectors = names.length * 8
  const directorySectors = Math.ceil((names.length + 1) / 4)
  const header = Buffer.alloc(SECTOR, 0xff)
  header.fill(0, 0, 76)
  header.write('d0cf11e0a1b11ae1', 'hex')
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(END_OF_CHAIN, 60)
  header.writeUInt32LE(END_OF_CHAIN, 68)
  header.writeUInt32LE(0, 76)

  const chains = [[1, directorySectors] as const, ...names.map((_, index) => [1 + directorySectors + index * 8, 8] as const)]
  const table = Buffer.alloc(SECTOR, 0xff)
  table.writeUInt32LE(0xfffffffd, 0)
  for (const [first, count] of chains) {
    for (let sector = first; sector < first + count; sector++) {
      table.writeUInt32LE(sector === first + count - 1 ? END_OF_CHAIN : sector + 1, 4 * sector)
    }
  }
  const entries = names.map((name, index) =>
    directoryEntry(name, 2, { right: index + 1 < names.length ? index + 2 : NO_ENTRY, start: chains[index + 1]?.[0], size: 8 * SECTOR }),
  )
  const directory = Buffer.alloc(directorySectors * SECTOR)
  Buffer.concat([directoryEntry('Root Entry', 5, { child: 1 }), ...entries]).copy(directory)
  const content = Buffer.alloc(streamSectors * SECTOR)
  content.set(beginning)
  content.write(crypto.randomUUID(), SECTOR)
  return Buffer.concat([header, table, directory, content])
}

export const documents: Readonly<Record<DocumentExtension, () => Bytes>> = {
  pdf,
  doc: () => compound(['WordDocument', '1Table']),
  xls: () => compound(['Workbook']),
  ppt: () => compound(['Current User', 'PowerPoint Document']),
  docx: () => office('docx'),
  xlsx: () => office('xlsx'),
  pptx: () => office('pptx'),
  txt: () => Buffer.from(`Opening hours\n${crypto.randomUUID()}\n`),
}

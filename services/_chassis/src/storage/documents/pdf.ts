import { type Bytes, DamagedFile } from './bytes.ts'
import { isHtml } from './html.ts'
import { checkPassword } from './pdf-password.ts'

const TAIL_BYTES = 4 * 1024
/**
 * Number of bytes that are read from the offset in `startxref`. In a linearized file, the trailer is there, after the cross-references of
 * the first page.
 */
const TRAILER_BYTES = 64 * 1024

const isSomethingElse = /^(MZ|PK|\x7fELF)/

/**
 * Whether a file begins like a PDF file. PDF readers accept `%PDF-` anywhere in the first kilobyte, because some email apps and printers
 * write other data before it.
 */
export function beginsAsPdf(head: Buffer): boolean {
  const at = head.subarray(0, 1_024).indexOf('%PDF-')
  return at === 0 || (at > 0 && !isSomethingElse.test(head.toString('latin1', 0, 4)) && !isHtml(head))
}

/** Returns whether the file opens only with a password. Throws `DamagedFile` if the end of the file is missing. */
export async function examinePdf(file: Bytes): Promise<'protected' | undefined> {
  const length = Math.min(file.size, TAIL_BYTES)
  const tail = (await file.read(file.size - length, length)).toString('latin1')
  const last = [...tail.matchAll(/startxref\s+(\d{1,10})\s+%%EOF/g)].at(-1)
  if (!last) throw new DamagedFile('No end')
  const trailer = tail.slice(tail.lastIndexOf('trailer', last.index), last.index)
  const offset = Number(last[1])
  const references = (await file.read(offset, Math.min(TRAILER_BYTES, file.size - offset))).toString('latin1')
  const [head = ''] = references.split(/\b(?:stream|startxref)\b/, 1)
  const isEncrypted = [trailer, head].some((text) => /\/Encrypt\b/.test(text))
  return isEncrypted && (await checkPassword(file)) !== 'opens' ? 'protected' : undefined
}

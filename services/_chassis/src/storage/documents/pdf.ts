import { type Bytes, DamagedFile } from './bytes.ts'
import { isHtml } from './html.ts'

const TAIL_BYTES = 4 * 1024
/** Cross-references of a linearised file's first page come before their trailer. */
const TRAILER_BYTES = 64 * 1024

const isSomethingElse = /^(MZ|PK|\x7fELF)/

/** Readers look for the first line within the first kilobyte: mail programs and printers put things before it. */
export function beginsAsPdf(head: Buffer): boolean {
  const at = head.subarray(0, 1_024).indexOf('%PDF-')
  return at === 0 || (at > 0 && !isSomethingElse.test(head.toString('latin1', 0, 4)) && !isHtml(head))
}

/** Whether it is protected by a password; throws `DamagedFile` where its end is missing. */
export async function examinePdf(file: Bytes): Promise<'protected' | undefined> {
  const length = Math.min(file.size, TAIL_BYTES)
  const tail = (await file.read(file.size - length, length)).toString('latin1')
  const last = [...tail.matchAll(/startxref\s+(\d{1,10})\s+%%EOF/g)].at(-1)
  if (!last) throw new DamagedFile('No end')
  const trailer = tail.slice(tail.lastIndexOf('trailer', last.index), last.index)
  const place = Number(last[1])
  const references = (await file.read(place, Math.min(TRAILER_BYTES, file.size - place))).toString('latin1')
  const [head = ''] = references.split(/\b(?:stream|startxref)\b/, 1)
  return [trailer, head].some((text) => /\/Encrypt\b/.test(text)) ? 'protected' : undefined
}

import type { FileKind } from '@app/contracts/define.ts'
import { acceptedTypes } from '@app/contracts/rules/accepted-types.ts'
import { fileTypeFromBuffer } from 'file-type'

/** Number of bytes at the start of a file that are needed to detect the file's type. */
export const SNIFF_BYTES = 4_100

/** Media types of variants that the decoders treat like the main format. */
const mainTypes: Readonly<Record<string, string>> = {
  'image/apng': 'image/png',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heif',
}

/** Returns whether these are the first bytes of an SVG file: an `svg` element after declarations and comments. */
function isSvg(head: Uint8Array): boolean {
  let text = new TextDecoder().decode(head, { stream: true }).trimStart()
  for (const [begin, end] of [
    ['<?', '?>'],
    ['<!--', '-->'],
    ['<!DOCTYPE svg', '>'],
  ] as const) {
    for (let at = 0; text.startsWith(begin) && at >= 0; text = text.slice(at + end.length).trimStart()) {
      at = text.indexOf(end)
      if (at < 0) return false
    }
  }
  return /^<(?:svg:)?svg[\s>/]/.test(text)
}

/** Detects the media type of a picture from the first bytes, not from the name. */
export async function sniffPicture(head: Uint8Array): Promise<string | undefined> {
  if (isSvg(head)) return 'image/svg+xml'
  const type = (await fileTypeFromBuffer(head))?.mime
  return type && (mainTypes[type] ?? type)
}

/** Detects the media type from the first bytes. Returns undefined if `kind` does not include the type. */
export async function sniff(head: Uint8Array, kind: FileKind): Promise<string | undefined> {
  const type = await sniffPicture(head)
  return type && acceptedTypes[kind].includes(type) ? type : undefined
}

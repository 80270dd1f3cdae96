import type { FileKind } from '@app/contracts/define.ts'
import { acceptedTypes } from '@app/contracts/rules/accepted-types.ts'
import { fileTypeFromBuffer } from 'file-type'
import { isSvg } from './pictures/svg.ts'

/** Number of bytes at the start of a file that are needed to detect the file's type. */
export const SNIFF_BYTES = 4_100

/** Detects the media type from the first bytes, not from the name. Returns undefined if `kind` does not include the type. */
export async function sniff(head: Uint8Array, kind: FileKind): Promise<string | undefined> {
  const type = isSvg(head) ? 'image/svg+xml' : (await fileTypeFromBuffer(head))?.mime
  return type && acceptedTypes[kind].includes(type) ? type : undefined
}

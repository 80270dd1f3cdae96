import type { FileKind } from '@app/contracts/define.ts'
import { mediaTypes } from '@app/contracts/rules/files.ts'
import { fileTypeFromBuffer } from 'file-type'
import { isSvg } from './pictures/svg.ts'

/** Enough of a file's head to tell its type. */
export const SNIFF_BYTES = 4_100

/** The media type told by a file's first bytes, if that kind of field takes it; whatever its name or header says. */
export async function sniff(head: Uint8Array, kind: FileKind): Promise<string | undefined> {
  const type = isSvg(head) ? 'image/svg+xml' : (await fileTypeFromBuffer(head))?.mime
  return type && mediaTypes[kind].includes(type) ? type : undefined
}

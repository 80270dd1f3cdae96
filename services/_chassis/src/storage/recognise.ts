import type { FileKind } from '@app/contracts/define.ts'
import { extensions } from '@app/contracts/rules/files.ts'
import { recogniseDocument } from './documents/recognise.ts'
import type { Recognised } from './inspect.ts'
import { pictureCheck } from './pictures/check.ts'
import { sniff } from './sniff.ts'

async function recognisePicture(head: Buffer, kind: FileKind): Promise<Recognised | undefined> {
  const contentType = await sniff(head, kind)
  const extension = contentType && extensions[contentType]
  return extension ? { contentType, extension, inspectors: [pictureCheck(contentType)] } : undefined
}

/** What a file is by its first bytes, and for a document by its name as well; undefined for what is no picture of this kind. */
export async function recognise(head: Buffer, kind: FileKind, fileName: string): Promise<Recognised | undefined> {
  return kind === 'document' ? recogniseDocument(head, fileName) : recognisePicture(head, kind)
}

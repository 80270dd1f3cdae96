import type { FileKind } from '@app/contracts/define.ts'
import { extensions } from '@app/contracts/rules/files.ts'
import { recogniseDocument } from './documents/recognise.ts'
import type { Recognised } from './inspect.ts'
import { pictureCheck } from './pictures/check.ts'
import { recogniseContent } from './recognise-content.ts'
import { sniff } from './sniff.ts'

async function recognisePicture(head: Buffer, kind: FileKind): Promise<Recognised | undefined> {
  const contentType = await sniff(head, kind)
  const extension = contentType && extensions[contentType]
  return extension ? { contentType, extension, inspectors: [pictureCheck(contentType)] } : undefined
}

/** Detects a file's type from its first bytes, and for a document also from its name. Returns undefined if the kind does not accept it. */
export async function recognise(head: Buffer, kind: FileKind, fileName: string): Promise<Recognised | undefined> {
  if (kind === 'content') return recogniseContent(head)
  return kind === 'document' ? recogniseDocument(head, fileName) : recognisePicture(head, kind)
}

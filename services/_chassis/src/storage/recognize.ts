import type { FileKind } from '@app/contracts/define.ts'
import { extensions } from '@app/contracts/rules/extensions.ts'
import { recognizeDocument } from './documents/recognize.ts'
import type { Recognized } from './inspect.ts'
import { recognizeContent } from './recognize-content.ts'
import { sniff } from './sniff.ts'

async function recognizePicture(head: Buffer, kind: FileKind): Promise<Recognized | undefined> {
  const contentType = await sniff(head, kind)
  const extension = contentType && extensions[contentType]
  return extension ? { contentType, extension, inspectors: [] } : undefined
}

/** Detects a file's type from its first bytes, and for documents also from the name. Returns undefined if `kind` excludes the type. */
export async function recognize(head: Buffer, kind: FileKind, fileName: string): Promise<Recognized | undefined> {
  if (kind === 'content') return recognizeContent(head)
  return kind === 'document' ? recognizeDocument(head, fileName) : recognizePicture(head, kind)
}

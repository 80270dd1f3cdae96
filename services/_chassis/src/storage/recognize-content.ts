import { extensions } from '@app/contracts/rules/extensions.ts'
import { contentKindOf, contentMaxBytes, PDF_DAMAGED, PDF_PROTECTED } from '@app/contracts/rules/previews.ts'
import { type Bytes, DamagedFile } from './documents/bytes.ts'
import { beginsAsPdf, examinePdf } from './documents/pdf.ts'
import { BadFile, type Recognized } from './inspect.ts'
import { sniff } from './sniff.ts'
import { damagedVideo } from './videos/bad-video.ts'
import { beginsAsMp4, mp4 } from './videos/mp4.ts'
import { beginsAsWebm, webm } from './videos/webm.ts'
import { walkCheck } from './walk.ts'

/**
 * Checks the stored PDF file of a preview. A PDF file that is damaged or needs a password is rejected, because the owner could not read the
 * preview. The service `documents` accepts such files with a warning.
 */
async function checkPdf(file: Bytes): Promise<null> {
  try {
    if (await examinePdf(file)) throw new BadFile(PDF_PROTECTED)
    return null
  } catch (error) {
    if (error instanceof DamagedFile) throw new BadFile(PDF_DAMAGED)
    throw error
  }
}

type Check = Partial<Pick<Recognized, 'inspectors' | 'examine'>>

/** Returns the media type of a preview's file, and its check. */
async function typeOf(head: Buffer): Promise<[contentType: string, check: Check] | undefined> {
  const sniffed = await sniff(head, 'content')
  if (sniffed?.startsWith('image/')) return [sniffed, {}]
  if (beginsAsMp4(head)) return ['video/mp4', { inspectors: [walkCheck(mp4(), damagedVideo)] }]
  if (beginsAsWebm(head)) return ['video/webm', { inspectors: [walkCheck(webm(), damagedVideo)] }]
  return beginsAsPdf(head) ? ['application/pdf', { examine: checkPdf }] : undefined
}

/** Detects the type of a preview's file from its first bytes. Returns undefined if a preview may not contain the type. */
export async function recognizeContent(head: Buffer): Promise<Recognized | undefined> {
  const found = await typeOf(head)
  if (!found) return undefined
  const [contentType, { inspectors = [], examine }] = found
  const [extension, maxBytes] = [extensions[contentType] ?? '', contentMaxBytes[contentKindOf(contentType)]]
  return { contentType, extension, maxBytes, inspectors, examine }
}

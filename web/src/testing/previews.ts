import type { Preview, PreviewFile } from '@app/contracts/http/previews.ts'
import { picture } from './fixtures.ts'
import { pdfOf } from './pdf.ts'

const at = '2026-12-01T12:00:00.000Z'

export const previewFileOf = (changes: Partial<PreviewFile> = {}): PreviewFile => ({
  kind: 'image',
  mediaType: 'image/png',
  url: picture('coral'),
  display: picture('coral'),
  thumbnail: picture('coral'),
  poster: null,
  bytes: 2048,
  sha256: 'a'.repeat(64),
  width: 40,
  height: 40,
  durationMs: null,
  ...changes,
})

/** Returns the current version of a task, as admins get it. */
export const previewOf = (changes: Partial<Preview> = {}): Preview => ({
  _id: `preview-${changes.number ?? 1}`,
  number: 1,
  state: 'delivered',
  caption: '',
  contentHash: 'b'.repeat(64),
  createdAt: at,
  deliveredAt: at,
  isCurrent: true,
  isApproved: false,
  files: [previewFileOf()],
  createdBy: 'root',
  deliveredBy: 'root',
  checkRequestedAt: null,
  checkedBy: null,
  checkedAt: null,
  ...changes,
})

/** Returns a draft that an admin has saved. */
export const draftOf = (changes: Partial<Preview> = {}): Preview =>
  previewOf({ _id: 'draft-1', number: null, state: 'draft', deliveredAt: null, deliveredBy: null, isCurrent: false, ...changes })

/** Returns a PNG file of one color. */
export async function pngFile(name: string): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  return new File([blob ?? ''], name, { type: 'image/png' })
}

export const pdfFile = (name: string): File => new File([pdfOf('First page')], name, { type: 'application/pdf' })

/** Returns a WebM video of about a second, with 160 × 90 pixels. */
export async function videoFile(name: string): Promise<File> {
  const response = await fetch(new URL('./clip.webm', import.meta.url))
  return new File([await response.blob()], name, { type: 'video/webm' })
}

import type { Preview } from '@app/contracts/http/previews.ts'
import { previewOf } from './fixtures.ts'
import { pdfOf } from './pdf.ts'

/** Returns a draft that an admin has saved. */
export const draftOf = (changes: Partial<Preview> = {}): Preview =>
  previewOf({ _id: 'draft-1', number: null, state: 'draft', deliveredAt: null, isCurrent: false, ...changes })

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

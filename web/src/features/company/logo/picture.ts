import type { Picture } from '../profile-form.ts'

/** Decodes a picture: a chosen file, or the URL of a stored picture. Rejects if the browser cannot decode it. */
export async function loadPicture(source: Picture): Promise<HTMLImageElement> {
  const url = source instanceof File ? URL.createObjectURL(source) : source
  try {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    return picture
  } finally {
    if (source instanceof File) URL.revokeObjectURL(url)
  }
}

/** Returns an empty canvas of this size in pixels, with its drawing context. */
export function canvasOf(width: number, height: number) {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
  })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  context.imageSmoothingQuality = 'high'
  return { canvas, context }
}

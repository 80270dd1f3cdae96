import type { Picture } from '../profile-form.ts'
import { canvasOf, loadPicture } from './picture.ts'

/** A part of a picture in pixels, after the picture was turned. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Maximum length of the longer side of the result, in pixels. A PNG of 1600 × 1600 pixels has at most 10.3 million bytes. The server
 * accepts up to 10 MB (10.49 million bytes).
 */
const SIDE_MAX = 1600
const JPEG_QUALITY = 0.92

const isJpeg = (source: Picture): boolean => (source instanceof File ? source.type === 'image/jpeg' : /\.jpe?g$/i.test(source))

/**
 * Cuts an area out of a turned picture. Returns a JPEG for a JPEG, and otherwise a PNG, which keeps transparency. Rejects if the browser
 * cannot decode the picture or has too little memory.
 */
export async function cropPicture(source: Picture, quarterTurns: number, area: Area): Promise<File> {
  const picture = await loadPicture(source)
  const scale = Math.min(1, SIDE_MAX / Math.max(area.width, area.height))
  const { canvas, context } = canvasOf(area.width * scale, area.height * scale)
  const { naturalWidth: width, naturalHeight: height } = picture
  const isOnSide = quarterTurns % 2 !== 0
  const [turnedWidth, turnedHeight] = isOnSide ? [height, width] : [width, height]

  context.scale(scale, scale)
  context.translate(turnedWidth / 2 - area.x, turnedHeight / 2 - area.y)
  context.rotate((quarterTurns * Math.PI) / 2)
  context.drawImage(picture, -width / 2, -height / 2)

  const type = isJpeg(source) ? 'image/jpeg' : 'image/png'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY))
  if (!blob) throw new Error('The browser could not encode the picture')
  return new File([blob], source instanceof File ? source.name : `logo.${type === 'image/jpeg' ? 'jpg' : 'png'}`, { type })
}

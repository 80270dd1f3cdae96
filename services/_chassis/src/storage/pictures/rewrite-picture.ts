import { IMAGE_MAX_BYTES } from '@app/contracts/primitives.ts'
import type { Sharp } from 'sharp'
import { checkFrames } from './dimensions.ts'
import type { WrittenPicture } from './job.ts'
import { type OpenedPicture, openPicture, SIDE_MAX } from './open-picture.ts'

/** Maximum number of pixels of all frames together. Writing one megapixel takes 0.3 s for GIF, and 0.1 s for WebP. */
const ANIMATION_PIXELS_MAX = { gif: 20_000_000, webp: 60_000_000 }

type Format = 'jpeg' | 'png' | 'gif' | 'webp'

/** Returns the format in which a picture is written. Email apps do not show WebP, AVIF and other formats. */
async function formatOf({ format, frames, hasAlpha, open }: OpenedPicture, use: 'web' | 'mail'): Promise<Format> {
  if (format === 'jpeg' || format === 'gif') return format
  if (format === 'webp' && use === 'web') return 'webp'
  if (frames > 1) return 'gif'
  if (format === 'png' || format === 'svg') return 'png'
  return hasAlpha && !(await open().stats()).isOpaque ? 'png' : 'jpeg'
}

function written(image: Sharp, to: Format, { format, frames, chromaSubsampling }: OpenedPicture): Sharp {
  if (to === 'jpeg') return image.jpeg({ quality: 88, chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' })
  if (to === 'png') return image.png()
  // A GIF already has few colors, so it needs no dithering.
  if (to === 'gif') return image.gif({ effort: 1, dither: format === 'gif' ? 0 : 1 })
  return image.webp({ quality: 88, effort: frames > 1 ? 0 : 2 })
}

/**
 * Decodes a picture and writes it again: upright, in sRGB, without metadata, and with at most 4,096 pixels a side. Animated GIF and WebP
 * pictures stay animated. A result of more than 10 MB is written again with half the width and height.
 */
export async function rewritePicture(input: Buffer, use: 'web' | 'mail'): Promise<WrittenPicture> {
  const picture = await openPicture(input)
  const format = await formatOf(picture, use)
  const { width, height, frames } = picture
  const pixelsMax = format === 'webp' ? ANIMATION_PIXELS_MAX.webp : ANIMATION_PIXELS_MAX.gif
  const forFrames = frames > 1 ? Math.sqrt(pixelsMax / (width * height * frames)) : 1
  if (frames > 1) checkFrames(frames, width, height)
  for (let scale = Math.min(1, SIDE_MAX / Math.max(width, height), forFrames); ; scale /= 2) {
    const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
    const image = picture.open(frames > 1)
    const resized = scale < 1 ? image.resize({ ...size, fit: 'fill' }) : image
    const { data, info } = await written(resized, format, picture).toBuffer({ resolveWithObject: true })
    if (data.length > IMAGE_MAX_BYTES) continue
    return { width: info.width, height: info.pageHeight ?? info.height, contentType: `image/${format}`, pictures: [data] }
  }
}

import type { WrittenPicture } from './job.ts'
import { open } from './library.ts'
import { openPicture } from './open-picture.ts'
import { THUMBNAIL_BOX } from './thumbnail-box.ts'

const DISPLAY_WIDTH = 1_120
const JPEG = { quality: 80 }

/**
 * Decodes a picture, or the first frame of an animation. Returns two smaller JPEGs without metadata: the display copy and the thumbnail.
 * Transparent parts become white.
 */
export async function scalePicture(input: Buffer): Promise<WrittenPicture> {
  const { open: openFrame, width, height } = await openPicture(input)
  const upright = openFrame().flatten({ background: '#ffffff' })
  const display = await upright.resize({ width: DISPLAY_WIDTH, withoutEnlargement: true }).jpeg(JPEG).toBuffer()
  const thumbnail = await open(display)
    .resize({ ...THUMBNAIL_BOX, fit: 'inside', withoutEnlargement: true })
    .jpeg(JPEG)
    .toBuffer()
  return { width, height, contentType: 'image/jpeg', pictures: [display, thumbnail] }
}

/** Decodes a picture, or the first frame of an animation, to check it. */
export async function checkPicture(input: Buffer): Promise<WrittenPicture> {
  const { open: openFrame, width, height } = await openPicture(input)
  await openFrame().resize(8, 8, { fit: 'fill', kernel: 'nearest' }).raw().toBuffer()
  return { width, height, contentType: '', pictures: [] }
}

import { BadFile } from '@app/chassis/storage/inspect.ts'
import { PICTURE_DAMAGED, PICTURE_PIXELS_MAX, PICTURE_TOO_LARGE } from '@app/contracts/rules/files.ts'

const DISPLAY_WIDTH = 1_120
/** The height is limited, because the thumbnail of a very tall picture would otherwise be large. */
export const THUMBNAIL_BOX = { width: 320, height: 640 }
const JPEG = { quality: 80 }
const TIME_LIMIT = { seconds: 30 }
/**
 * Maximum number of pixels of an AVIF picture, whose decoder needs 19 bytes per pixel. Progressive JPEGs need 6 bytes per pixel, and other
 * pictures need less. Only the route `/admin/upload-task-image/:id`, which delivers a preview of one image, accepts AVIF.
 */
const AVIF_PIXELS_MAX = 16_000_000

/** Decoders of the accepted picture types. The other decoders of libvips are blocked, so that no input of users can reach them. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: decoders })
  // One thread, because the process also handles requests while it decodes a picture. No cache, because each picture is decoded only once.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

let loaded: ReturnType<typeof loadSharp> | undefined

/** Returns the picture library. The library is loaded at the first use, because it needs 20 MB of memory. */
export function pictureLibrary(): ReturnType<typeof loadSharp> {
  loaded ??= loadSharp()
  return loaded
}

export interface ScaledJpegs {
  /** Dimensions of the picture after the rotation that its EXIF data requests. */
  width: number
  height: number
  display: Buffer
  thumbnail: Buffer
}

/**
 * Decodes a picture, or the first frame of an animation. Returns two smaller JPEGs without metadata. Transparent parts become white. Throws
 * a `BadFile` if the picture cannot be decoded, or if decoding it would need too much memory.
 */
export async function scalePicture(picture: Buffer): Promise<ScaledJpegs> {
  const sharp = await pictureLibrary()
  try {
    const image = sharp(picture, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error' }).timeout(TIME_LIMIT)
    const { autoOrient: size, format } = await image.metadata()
    if (format === 'heif' && size.width * size.height > AVIF_PIXELS_MAX) throw new BadFile(PICTURE_TOO_LARGE)
    const upright = image.autoOrient().flatten({ background: '#ffffff' })
    const display = await upright.resize({ width: DISPLAY_WIDTH, withoutEnlargement: true }).jpeg(JPEG).toBuffer()
    const thumbnail = await sharp(display)
      .resize({ ...THUMBNAIL_BOX, fit: 'inside', withoutEnlargement: true })
      .jpeg(JPEG)
      .toBuffer()
    return { ...size, display, thumbnail }
  } catch (cause) {
    throw cause instanceof BadFile ? cause : new BadFile(PICTURE_DAMAGED, { cause })
  }
}

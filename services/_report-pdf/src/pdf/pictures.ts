import sharp, { type Sharp } from 'sharp'

/** A picture as a PDF file can contain it, with its size in pixels. */
export interface Picture {
  data: Buffer
  width: number
  height: number
}

/** Pixels per point, so that pictures are sharp in print. */
const DENSITY = 3
const QUALITY = 80
/** A picture with more pixels would need too much memory. */
const PIXELS_MAX = 50_000_000
const SECONDS_MAX = 10

// Each picture is decoded once, and the service needs its CPU time for requests.
sharp.concurrency(1)
sharp.cache(false)

const open = (data: Uint8Array) => sharp(data, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).timeout({ seconds: SECONDS_MAX }).rotate()

/** Makes a thumbnail that fills a square, as JPEG. Undefined for a file that is not a picture, or is damaged. */
export async function toThumbnail(data: Uint8Array, side: number): Promise<Picture | undefined> {
  const pixels = side * DENSITY
  return read(open(data).resize(pixels, pixels, { fit: 'cover' }).flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY }))
}

/** Space around a light logo on its dark ground. */
const GROUND_PADDING = 6
/** From this brightness on, of 255, a logo is hardly visible on paper. */
const LIGHT_FROM = 215

/** Whether a logo is meant for a dark ground: it has transparent parts, and all others are light. */
async function isLight(data: Uint8Array): Promise<boolean> {
  const small = open(data).resize(64, 64, { fit: 'inside' }).ensureAlpha().toColourspace('srgb').raw()
  const pixels = await small.toBuffer().catch(() => Buffer.alloc(0))
  let [brightness, opacity] = [0, 0]
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    brightness += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * alpha
    opacity += alpha
  }
  const isTransparent = opacity < (pixels.length / 4) * 250
  return isTransparent && brightness > opacity * LIGHT_FROM
}

/**
 * Makes a logo that fits into a rectangle, as PNG. A light logo gets a ground of the color `dark`. Undefined for a file that is not a
 * picture, or is damaged.
 */
export async function toLogo(data: Uint8Array, width: number, height: number, dark: string): Promise<Picture | undefined> {
  const hasGround = await isLight(data)
  const padding = hasGround ? GROUND_PADDING * DENSITY : 0
  const background = hasGround ? dark : '#ffffff'
  return read(
    open(data)
      .resize(width * DENSITY - 2 * padding, height * DENSITY - 2 * padding, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background })
      .extend({ top: padding, bottom: padding, left: padding, right: padding, background })
      .png(),
  )
}

async function read(picture: Sharp): Promise<Picture | undefined> {
  try {
    const { data, info } = await picture.toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch {
    return undefined
  }
}

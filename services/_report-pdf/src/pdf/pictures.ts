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

/** Makes a logo that fits into a rectangle, as PNG. Undefined for a file that is not a picture, or is damaged. */
export async function toLogo(data: Uint8Array, width: number, height: number): Promise<Picture | undefined> {
  return read(
    open(data)
      .resize(width * DENSITY, height * DENSITY, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
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

import { type GreyPicture, openGrey } from './grey-picture.ts'

/** Width of the copies of the picture in which the logo is searched: everywhere in the small one, near the best places in the large one. */
const SMALL_WIDTH = 160
const LARGE_WIDTH = 320
/** A copy of a very tall picture would need much time. */
const TALL_MAX = 3
/** A wider logo consists of letters, whose small copies are not recognized at every size. */
const WIDE_MAX = 3
/** Widths of a logo, as parts of the picture's width. */
const WIDTHS = [0.1, 0.115, 0.135, 0.155, 0.18, 0.21, 0.245, 0.285, 0.33, 0.385, 0.45, 0.52, 0.6]
const NEAR_WIDTHS = [0.92, 0.96, 1, 1.04, 1.08]
const NEAR_PIXELS = 4
const CANDIDATES = 6
/** Sides of the logo's copies in pixels. Smaller ones have no details. */
const LOGO_SIDE_MIN = 6
/** Correlation of the logo with a place of the picture, from 0 to 1. Logos had at least 0.94, and the most similar other places up to 0.83. */
const CORRELATION_MIN = 0.88
/** Standard deviation of the brightness. A surface without details resembles nothing. */
const DEVIATION_MIN = 6

/** A logo in gray. */
export interface Logo {
  picture: GreyPicture
  /** The opacity of each pixel. Null if the logo has no transparent parts. */
  opacity: GreyPicture | null
}

interface Template {
  width: number
  height: number
  /** The compared pixels: their places, and their brightness minus the mean, divided by the norm of all. */
  xs: Int32Array
  ys: Int32Array
  values: Float64Array
}

async function resized(picture: GreyPicture, width: number): Promise<GreyPicture> {
  const height = Math.max(1, Math.round((picture.height * width) / picture.width))
  const data = await openGrey(picture).resize(width, height, { fit: 'fill' }).toColourspace('b-w').raw().toBuffer()
  return { data, width, height }
}

/** Returns a template of the pixels that `mask` covers. Undefined if these have no details. */
function templateOf({ data, width, height }: GreyPicture, mask: GreyPicture | null): Template | undefined {
  const pixels = [...data.keys()].filter((pixel) => !mask || (mask.data[pixel] ?? 0) > 128)
  const mean = pixels.reduce((sum, pixel) => sum + (data[pixel] ?? 0), 0) / pixels.length
  const norm = Math.sqrt(pixels.reduce((sum, pixel) => sum + ((data[pixel] ?? 0) - mean) ** 2, 0))
  if (pixels.length === 0 || norm < DEVIATION_MIN * Math.sqrt(pixels.length)) return undefined
  return {
    width,
    height,
    xs: Int32Array.from(pixels, (pixel) => pixel % width),
    ys: Int32Array.from(pixels, (pixel) => Math.floor(pixel / width)),
    values: Float64Array.from(pixels, (pixel) => ((data[pixel] ?? 0) - mean) / norm),
  }
}

/** Correlation of the logo with the place at `start`. A light logo on dark counts like a dark one on light. */
function correlation(data: Buffer, offsets: Int32Array, values: Float64Array, start: number): number {
  let [sum, squares, products] = [0, 0, 0]
  for (let at = 0; at < values.length; at++) {
    const value = data[start + (offsets[at] ?? 0)] ?? 0
    sum += value
    squares += value * value
    products += value * (values[at] ?? 0)
  }
  const variance = squares - (sum * sum) / values.length
  return variance < DEVIATION_MIN ** 2 * values.length ? 0 : Math.abs(products) / Math.sqrt(variance)
}

interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** Returns the best place for the logo within an area of left and top edges. */
function bestPlace(picture: GreyPicture, template: Template, area: Area, step: number): { left: number; top: number; found: number } {
  let best = { left: 0, top: 0, found: 0 }
  const offsets = template.xs.map((x, at) => (template.ys[at] ?? 0) * picture.width + x)
  const right = Math.min(area.right, picture.width - template.width)
  const bottom = Math.min(area.bottom, picture.height - template.height)
  for (let top = Math.max(0, area.top); top <= bottom; top += step) {
    for (let left = Math.max(0, area.left); left <= right; left += step) {
      const found = correlation(picture.data, offsets, template.values, top * picture.width + left)
      if (found > best.found) best = { left, top, found }
    }
  }
  return best
}

/** Returns templates of a logo of this width: with its background, and without if it is transparent. */
async function templatesAt({ picture, opacity }: Logo, width: number): Promise<Template[]> {
  const copy = await resized(picture, Math.round(width))
  if (Math.min(copy.width, copy.height) < LOGO_SIDE_MIN) return []
  const masks = opacity ? [null, await resized(opacity, Math.round(width))] : [null]
  return masks.flatMap((mask) => templateOf(copy, mask) ?? [])
}

/** Returns how much the most similar place of a picture resembles the logo, from 0 to 1. */
async function logoCorrelation(picture: GreyPicture, logo: Logo): Promise<number> {
  const [small, large] = [await resized(picture, SMALL_WIDTH), await resized(picture, LARGE_WIDTH)]
  const places: { part: number; left: number; top: number; found: number }[] = []
  const everywhere = { left: 0, top: 0, right: small.width, bottom: small.height }
  for (const part of WIDTHS) {
    for (const template of await templatesAt(logo, part * SMALL_WIDTH)) {
      places.push({ part, ...bestPlace(small, template, everywhere, template.values.length > 500 ? 2 : 1) })
    }
  }
  let best = 0
  for (const { part, left, top, found } of places.sort((a, b) => b.found - a.found).slice(0, CANDIDATES)) {
    best = Math.max(best, found)
    const [x, y] = [(left * LARGE_WIDTH) / SMALL_WIDTH, (top * LARGE_WIDTH) / SMALL_WIDTH]
    const near = { left: x - NEAR_PIXELS, top: y - NEAR_PIXELS, right: x + NEAR_PIXELS, bottom: y + NEAR_PIXELS }
    for (const factor of NEAR_WIDTHS) {
      for (const template of await templatesAt(logo, part * factor * LARGE_WIDTH)) {
        best = Math.max(best, bestPlace(large, template, near, 1).found)
      }
    }
  }
  return best
}

/**
 * Returns whether a picture shows the logo, at any place and at the sizes that designs use. Null if that cannot be told, because the picture
 * is very tall or the logo is very wide.
 */
export async function hasLogo(picture: GreyPicture, logo: Logo): Promise<boolean | null> {
  if (picture.height > TALL_MAX * picture.width || logo.picture.width > WIDE_MAX * logo.picture.height) return null
  return (await logoCorrelation(picture, logo)) >= CORRELATION_MIN
}

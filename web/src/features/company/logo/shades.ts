import { channelsOf, contrast, hexOf } from '@app/contracts/format/readable-text-color.ts'

/** A group of similar visible pixels: their mean color (#rrggbb) on white, and their number. */
interface Shade {
  colour: string
  count: number
}

const VISIBLE_ALPHA = 128
/** Each channel has 16 levels, so a picture has at most 4,096 shades. */
const LEVELS = 16
const DROPPED_BITS = 4

const WHITE = '#ffffff'
/** Minimum contrast ratio of the logo to white. Pixels with less contrast belong to the background. */
const BACKGROUND_CONTRAST = 1.1
/** Contrast of graphics that WCAG 2 requires (1.4.11). */
const GRAPHIC_CONTRAST = 3
/**
 * Minimum share of the logo's pixels with `GRAPHIC_CONTRAST`. The share is small, because a pale logo with a dark outline is easy to see.
 */
const CLEAR_SHARE = 0.15

/**
 * Groups the visible pixels of a picture by their color, most frequent first. `pixels` are RGBA bytes, as `getImageData` returns them. The
 * running time is linear in the number of pixels.
 */
export function shadesIn(pixels: Uint8ClampedArray): Shade[] {
  const groups = new Map<number, { sums: [number, number, number]; count: number }>()
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0
    if (alpha < VISIBLE_ALPHA) continue
    const onWhite = (offset: number) => ((pixels[at + offset] ?? 0) * alpha + 255 * (255 - alpha)) / 255
    const [red, green, blue] = [onWhite(0), onWhite(1), onWhite(2)]
    const key = ((red >> DROPPED_BITS) * LEVELS + (green >> DROPPED_BITS)) * LEVELS + (blue >> DROPPED_BITS)
    const group = groups.get(key) ?? { sums: [0, 0, 0], count: 0 }
    group.sums[0] += red
    group.sums[1] += green
    group.sums[2] += blue
    group.count += 1
    groups.set(key, group)
  }
  return [...groups.values()]
    .map(({ sums, count }) => ({ colour: hexOf(sums.map((sum) => sum / count)), count }))
    .sort((a, b) => b.count - a.count)
}

const isInk = ({ colour }: Shade): boolean => contrast(colour, WHITE) >= BACKGROUND_CONTRAST
const sizeOf = (shades: readonly Shade[]): number => shades.reduce((sum, { count }) => sum + count, 0)

/** Whether a logo is hard to see on white: too few of its pixels have a contrast of 3:1 with white. */
export function isFaintOnWhite(shades: readonly Shade[]): boolean {
  const ink = shades.filter(isInk)
  const clear = ink.filter(({ colour }) => contrast(colour, WHITE) >= GRAPHIC_CONTRAST)
  return sizeOf(clear) <= sizeOf(ink) * CLEAR_SHARE
}

const COLOURS_MAX = 5
/** Minimum share of the logo's pixels, from 0 to 1, that a suggested color must have. */
const RARE_SHARE = 0.02
/** Minimum distance of two suggested colors, as a distance in RGB space (0 to 442). */
const DISTINCT = 72
/**
 * Pixels at the edge of a color are mixtures of this color and white. A shade counts as an edge only up to this distance in RGB space from
 * such a mixture.
 */
const MIXED = 40
/**
 * A shade counts as the edge of a color only if the number of its pixels, divided by the number of pixels of the color, is less than this
 * value.
 */
const EDGE_SHARE = 0.5

/** Returns up to 5 distinct frequent colors of a logo (#rrggbb), most frequent first. */
export function coloursIn(shades: readonly Shade[]): string[] {
  const ink = shades.filter(isInk)
  const enough = sizeOf(ink) * RARE_SHARE
  const chosen: Shade[] = []
  for (const shade of ink) {
    if (chosen.length === COLOURS_MAX || shade.count < enough) break
    if (chosen.every((one) => distance(one.colour, shade.colour) >= DISTINCT && !isEdgeOf(one, shade))) chosen.push(shade)
  }
  return chosen.map(({ colour }) => colour)
}

/** Whether a shade is probably the blurred edge between a color and the white background. */
function isEdgeOf(of: Shade, shade: Shade): boolean {
  if (shade.count >= of.count * EDGE_SHARE) return false
  const [start, white, point] = [channelsOf(of.colour), channelsOf(WHITE), channelsOf(shade.colour)]
  const line = white.map((channel, at) => channel - (start[at] ?? 0))
  const length = line.reduce((sum, part) => sum + part * part, 0)
  const along = line.reduce((sum, part, at) => sum + part * ((point[at] ?? 0) - (start[at] ?? 0)), 0) / length
  const mixed = start.map((channel, at) => channel + along * (line[at] ?? 0))
  return distance(hexOf(mixed.map((channel) => Math.min(Math.max(channel, 0), 255))), shade.colour) <= MIXED
}

function distance(one: string, other: string): number {
  const others = channelsOf(other)
  return Math.hypot(...channelsOf(one).map((channel, at) => channel - (others[at] ?? 0)))
}
